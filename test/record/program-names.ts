import { createReadStream } from 'node:fs';

/** A kind of name in the text of a program. */
interface NameKind {
  readonly what: string;
  /** Finds names, or lists of quoted names; the first group that matched is what was found. */
  readonly pattern: RegExp;
}

/*
 * The programs are minified, but names that users write stay unchanged. The patterns match what surrounds a name,
 * because the words alone are everywhere. Every repetition is bounded, so that the scan takes linear time.
 */
const kinds: readonly NameKind[] = [
  {
    what: 'Environment variables',
    // Anywhere in the text: how a variable is read changes more often than its name.
    pattern:
      /\b((?:CLAUDE|ANTHROPIC|SLASH_COMMAND|DISABLE|ENABLE|MAX|BASH|MCP|API|OTEL|USE)_[A-Z0-9_]{1,60}[A-Z0-9])\b/g,
  },
  {
    what: 'Settings keys and other described fields',
    // disableAllHooks:()=>P().optional().describe("…") and "user-invocable":z.boolean().describe("…")
    pattern: /[{,]"?([A-Za-z$_][\w$-]{2,60})"?:(?:\(\)=>)?[\w$.]{1,20}\([^{}:;=]{0,300}?\.describe\(/g,
  },
  {
    what: 'Settings keys that managed settings may restrict',
    // {path:["disableAutoMode"],restrictive:!0}
    pattern: /\{path:\["(\w{2,60})"\],/g,
  },
  {
    what: 'Command names',
    // {type:"local-jsx",name:"access",description:"…"} or the other way round
    pattern:
      /type:"(?:local|local-jsx|prompt)",(?:[\w$]{1,40}:[^,{}]{1,80},){0,4}name:"([a-z][\w:-]{1,40})"|name:"([a-z][\w:-]{1,40})",(?:[\w$]{1,40}:(?:"[^"]{0,300}"|[^,{}]{1,80}),){0,6}type:"(?:local|local-jsx|prompt)"/g,
  },
  {
    what: 'Frontmatter keys, in lists with `user-invocable`',
    pattern: /\[((?:"[\w-]{1,40}",){0,60}"user-invocable"(?:,"[\w-]{1,40}"){0,60})\]/g,
  },
  {
    what: 'Events of hooks, in lists with `PreToolUse`',
    pattern: /\[((?:"\w{2,40}",){0,60}"PreToolUse"(?:,"\w{2,40}"){0,60})\]/g,
  },
  {
    what: 'Codes of findings',
    // README_MISSING:{title:"…"
    pattern: /\b([A-Z]{2,30}(?:_[A-Z]{2,30}){1,6}):\{title:"/g,
  },
  {
    what: 'Names with hyphens that are read as fields',
    // e["allowed-tools"]
    pattern: /[\w$)]\["([a-z]{2,20}(?:-[a-z]{2,20}){1,4})"\]/g,
  },
];

/** Names of one kind in the text of a program. */
export type ProgramNames = ReadonlyMap<string, ReadonlySet<string>>;

/** By kind and name, what a new name means for Skillwright; `judged-names.json` keeps them. */
export type JudgedNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface NameDifference {
  readonly what: string;
  /** How many names of the kind the new program has. */
  readonly found: number;
  readonly added: readonly string[];
  /** How many others are new, and were judged before. */
  readonly judged: number;
  readonly removed: readonly string[];
}

/** Pieces of a text overlap by this much, so that names across two pieces are found. */
const overlap = 4096;
const pieceSize = 1 << 23;

/** Reads a program, which may be a binary of hundreds of megabytes with its text inside. */
export async function readNames(program: string): Promise<ProgramNames> {
  const names = new Map(kinds.map(({ what }) => [what, new Set<string>()]));
  let end = '';
  for await (const piece of createReadStream(program, { encoding: 'latin1', highWaterMark: pieceSize })) {
    const text = end + (piece as string);
    collectNames(text, names);
    end = text.slice(-overlap);
  }
  return names;
}

/** Adds the names in a text to those that are known. */
export function collectNames(text: string, names: ReadonlyMap<string, Set<string>>): void {
  for (const { what, pattern } of kinds) {
    for (const [, ...groups] of text.matchAll(pattern)) {
      const list = groups.find((it) => it !== undefined) ?? '';
      for (const name of list.split(',')) names.get(what)?.add(name.replaceAll('"', ''));
    }
  }
}

/** The names in a text, by kind. */
export function namesIn(text: string): ProgramNames {
  const names = new Map(kinds.map(({ what }) => [what, new Set<string>()]));
  collectNames(text, names);
  return names;
}

/**
 * The names that are in only one of two programs.
 *
 * @param judged those that somebody has read already, by kind: they are only counted
 */
export function compareNames(before: ProgramNames, now: ProgramNames, judged: JudgedNames = {}): NameDifference[] {
  const none: ReadonlySet<string> = new Set();
  return [...now].map(([what, fresh]) => {
    const old = before.get(what) ?? none;
    const only = (names: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
      [...names].filter((name) => !others.has(name)).sort();
    const added = only(fresh, old);
    const open = added.filter((name) => !Object.hasOwn(judged[what] ?? {}, name));
    return { what, found: fresh.size, added: open, judged: added.length - open.length, removed: only(old, fresh) };
  });
}
