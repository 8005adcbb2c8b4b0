/** A kind of right of a file, or of thing that it could do. */
export type TrustKind =
  | /** A tool that runs without asking. */ 'allowed-tool'
  | /** A tool that an agent has, of all tools. */ 'agent-tool'
  | /** A tool that is taken away. */ 'denied-tool'
  | /** A permission rule of settings. */ 'rule'
  | /** A command that runs when the text is loaded. */ 'injection'
  | /** A command in a code block that needs a second look, which the model may run. */ 'shown-command'
  | /** A file that is attached when the text is loaded. */ 'attachment'
  | /** What runs at a point of a session. */ 'hook'
  | /** A server whose tools the model can call. */ 'server'
  | /** A file that a program can run. */ 'script'
  | /** What a script calls. */ 'call'
  | /** The host of an address in a command, a block of commands, a script, a hook or the entry of a server. */ 'host'
  | /** Characters that a reader does not see, or an HTML comment. */ 'hidden-text';

/** One thing that a file is granted, or could do. Everything in it is text of the file, and only data. */
export interface TrustItem {
  readonly kind: TrustKind;
  /** Absolute path of the file. */
  readonly path: string;
  /** Counted from 0; undefined if it concerns the whole file. */
  readonly line: number | undefined;
  readonly text: string;
  /** Tokens of a text that is attached, an estimate. The file is not reviewed, and its size is not part of the hash. */
  readonly tokens?: number;
}

/** The kinds in the order in which they are listed, each with its title. */
export const trustTitles: Readonly<Record<TrustKind, string>> = {
  'allowed-tool': 'Tools that run without asking',
  'agent-tool': 'Tools that an agent has',
  'denied-tool': 'Tools that are taken away',
  rule: 'Permission rules',
  injection: 'Commands that run when the text is loaded',
  'shown-command': 'Commands in code blocks that download and run something, delete files or read secrets',
  attachment: 'Files that are attached when the text is loaded (if they exist)',
  hook: 'Hooks',
  server: 'Servers',
  script: 'Scripts',
  call: 'What scripts call',
  host: 'Hosts',
  'hidden-text': 'Hidden text',
};

export const trustKinds = Object.keys(trustTitles) as readonly TrustKind[];

/** Hosts that a text names in addresses, without duplicates. */
export function hostsIn(text: string): string[] {
  return [...new Set([...text.matchAll(address)].map(([, byScheme, byUser]) => (byScheme ?? byUser!).toLowerCase()))];
}

/** `https://user@host:1/x` and `git@host:x`. */
const address =
  /\b(?:https?|wss?|ftps?|sftp|ssh|git|rsync|tcp|udp):\/\/(?:[^\s/?#@'"`<>]{1,200}@)?(\[[\da-f:.]{1,45}\]|[^\s/?#:@'"`<>()[\]\\,;|&]{1,255})|\bgit@([\w.-]{1,255}):/gi;
