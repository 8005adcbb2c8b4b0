/* Preview: what Claude Code would send for `/name arguments`, for the text in the editor. Offsets are UTF-16 units. */

/*
 * `skillwright/previewChanged`, a notification of the server without parameters: previews may be out of date for
 * another reason than the text in the editor, such as settings, the plugin around a skill, or a file that is not open.
 */

/** A range of a text. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** `skillwright/preview`: null if the file is not a skill or command. */
export interface PreviewParams {
  /** The URI of a SKILL.md or command file, saved or not. */
  readonly uri: string;
  /** The text typed after the name. */
  readonly arguments: string;
  /** Outcomes of commands that have run, by their `hash`; those that are absent are shown as not run. */
  readonly outcomes?: Readonly<Record<string, PreviewOutcome>>;
  /** Asks what is left after `/compact`; with the names of the skills that are invoked after this one, in order. */
  readonly compaction?: { readonly newer: readonly string[] };
}

/** The outcome of a command that ran. */
export interface PreviewOutcome {
  readonly status: 'ok' | 'failed' | 'cancelled' | 'not-known';
  /** The text that Claude Code inserts for it, or its output if it failed. */
  readonly output: string;
  readonly exitCode?: number;
  /** Milliseconds. */
  readonly ms: number;
}

/** The text that an invocation would send, and facts about it. */
export interface InvocationPreview {
  /** The invocation as it is typed: `/office:pdf`. */
  readonly invocation: string;
  readonly uri: string;
  /** The version of the document; absent if it is not open. */
  readonly version?: number;
  /** The text as Claude Code sends it; commands that have not run stay unchanged. */
  readonly text: string;
  /** Where the body begins in `text`. */
  readonly bodyStart: number;
  readonly spans: readonly PreviewSpan[];
  readonly injections: readonly PreviewInjection[];
  readonly messages: readonly PreviewMessage[];
  readonly changes: readonly PreviewChange[];
  /** The path of the folder in which commands run. */
  readonly folder: string;
  readonly arguments: readonly PreviewArgument[];
  /** `argument-hint`, for the empty field. */
  readonly argumentHint?: string;
  /** Claude Code's own message if it would send nothing. */
  readonly aborted?: PreviewProblem;
  /** The outcome if the user types the invocation, and if the model calls it. */
  readonly calls: readonly PreviewCall[];
  /** Why not everybody can invoke the skill, and what to do; absent if there is nothing to explain. */
  readonly notice?: PreviewNotice;
  /** Useful facts, one sentence each. */
  readonly notes: readonly string[];
  /** Present if it was asked for. */
  readonly compaction?: PreviewCompaction;
  /** Of what is sent, without the commands whose outputs are not known yet. */
  readonly counts: { readonly characters: number; readonly tokens: number; readonly lines: number };
  /** The texts that mentions with `@` add to the conversation, as far as they are found. */
  readonly attachments: readonly PreviewAttachment[];
}

/** A text that is added to the conversation. */
export interface PreviewAttachment {
  /** As users write it. */
  readonly path: string;
  /** An estimate. */
  readonly tokens: number;
}

/** The rest of an invocation after `/compact`. */
export interface PreviewCompaction {
  readonly state: 'whole' | 'cut' | 'lost';
  /** The message to the model about all invoked skills; absent if nothing is left of any. */
  readonly message?: string;
  /** The part of the message that is left of this invocation. */
  readonly range?: OffsetRange;
  /** Where the lost part begins, in the text and in the file; absent unless it is cut. */
  readonly cut?: { readonly text: number; readonly source: number };
  /** The invoked skills, the newest first. This one is the last, unless it adds nothing to the conversation. */
  readonly skills: readonly CompactedSkill[];
  /** How many of them were invoked after this one. */
  readonly newer: number;
  /** The tokens that Claude Code counts for all that is left, and the most that it keeps. */
  readonly tokens: number;
  readonly maxTokens: number;
  /** Sentences with backticks around code. */
  readonly explanation: readonly string[];
  /** Skills that can be invoked after this one, the longest first; not all of very many. */
  readonly possiblyNewer: readonly { readonly name: string; readonly tokens: number }[];
}

/** One of the skills that were invoked before `/compact`. Lengths are in UTF-16 units. */
export interface CompactedSkill {
  readonly name: string;
  readonly state: PreviewCompaction['state'];
  readonly characters: number;
  readonly left: number;
  readonly tokens: number;
}

/** The outcome of one of the two ways to invoke the skill. Texts have backticks around code. */
export interface PreviewCall {
  readonly by: 'user' | 'model';
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The outcome in words that follow `Typed by the user:` or `Called by the model:`. */
  readonly text: string;
  /** Claude Code's own message, if there is one. */
  readonly answer?: string;
}

/** Sentences with backticks around code. */
export interface PreviewNotice {
  /** `warning`: nobody can invoke it now, or another skill is invoked in its place. `info`: somebody can. */
  readonly severity: 'warning' | 'info';
  readonly title: string;
  readonly reason?: string;
  readonly advice?: string;
}

/** A range of the text that is not the file's own. */
export interface PreviewSpan extends OffsetRange {
  readonly kind: 'argument' | 'variable' | 'injection' | 'appended';
  readonly source: OffsetRange;
  /** For a hover: `second word of the arguments`. */
  readonly label: string;
}

/** A command in the text. */
export interface PreviewInjection extends OffsetRange {
  /** Stays the same as long as the command and its folder do not change: consent applies to it. */
  readonly hash: string;
  readonly command: string;
  readonly kind: 'inline' | 'fenced';
  readonly origin: 'body' | 'contains-argument' | 'argument';
  /** The parts of `command` that the author did not write, in order; absent if they wrote all of it. */
  readonly insertions?: readonly CommandInsertion[];
  /** Absent for a command that arguments introduced. */
  readonly source?: OffsetRange;
  /** `not-known`: Claude Code's shell has a program for it that this machine does not have. */
  readonly status: 'not-run' | 'ok' | 'failed' | 'cancelled' | 'disabled' | 'not-known';
  readonly output?: string;
  readonly exitCode?: number;
  readonly ms?: number;
  /** Whether Claude Code would run it, or stop the invocation. */
  readonly permission: 'allowed' | 'refused' | 'unknown';
  /** The reason, and the rule that would allow it, such as `Bash(git diff:*)`. */
  readonly reason?: string;
  readonly suggestedRule?: string;
  /** The rules that decide; absent if none is needed, or if it is not certain which. */
  readonly decidedBy?: readonly PreviewRule[];
}

/** A permission rule that decides about a command. */
export interface PreviewRule {
  readonly rule: string;
  readonly behavior: 'allow' | 'ask' | 'deny';
  /** The settings file, as it is shown to users; absent for `allowed-tools` of the skill. */
  readonly file?: string;
}

/** A range of a command, in UTF-16 units of the command. */
export interface CommandInsertion extends OffsetRange {
  /** `variable` is a path or another value of `${CLAUDE_…}` that the shell may read as more than a word. */
  readonly from: 'arguments' | 'variable';
}

/** One message that Claude Code would add to the conversation. */
export interface PreviewMessage {
  readonly role: 'user' | 'system';
  /** The user does not see it in the conversation. */
  readonly isMeta: boolean;
  readonly title: string;
  readonly text: string;
  /** Commands in `text` that have not run, in order: Claude Code sends their outputs in these places. */
  readonly pending: readonly PendingOutput[];
}

/** A range of a text that an output will replace. */
export interface PendingOutput extends OffsetRange {
  readonly command: string;
}

/** Something that the invocation changes in addition to the text: tools, model, effort, hooks, fork. */
export interface PreviewChange {
  readonly what: 'allowedTools' | 'disallowedTools' | 'model' | 'effort' | 'thinking' | 'hooks' | 'fork';
  readonly label: string;
  readonly value: string;
}

/** One argument that the skill declares. */
export interface PreviewArgument {
  readonly name: string;
  readonly index: number;
  /** Its current value; absent if there is none. */
  readonly value?: string;
}

/**
 * `skillwright/argumentsWith`: the argument string in which one word has another value, quoted as Claude Code reads it;
 * null if no string gives that value.
 */
export interface ArgumentsWithParams {
  readonly uri: string;
  readonly arguments: string;
  readonly index: number;
  readonly value: string;
}

/**
 * `skillwright/runCommand`: runs one command of a preview. The request fails if no command of the text has that hash.
 * Cancelling it ends the command.
 */
export interface RunCommandParams {
  readonly uri: string;
  readonly arguments: string;
  readonly hash: string;
  /** Whether the user trusts the workspace; nothing runs otherwise. */
  readonly workspaceTrusted: boolean;
  /** The user agreed to exactly this command, although an argument introduced it. */
  readonly introducedByArgument?: boolean;
}

/** Why nothing would be sent, in Claude Code's words, and what to do. */
export interface PreviewProblem {
  readonly message: string;
  readonly advice?: string;
  /** Nobody can invoke the skill now: the notice says why. */
  readonly hypothetical?: boolean;
}
