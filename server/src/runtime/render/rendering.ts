import type { TextRange } from '../../document/text/text-range.ts';
import type { Span, SpannedText } from './spanned-text.ts';

/** Where a command comes from. */
export type CommandOrigin =
  /** The author wrote all of it. */
  | 'body'
  /** The author wrote it around a placeholder: arguments reach the shell. */
  | 'contains-argument'
  /** In the file it is not a command: arguments made it one. It never runs without separate consent. */
  | 'argument';

/** A part of a command that the author did not write, in UTF-16 units of the command. */
export interface Insertion extends TextRange {
  /** `variable` is a value of `${CLAUDE_…}`, or the skill's folder, that the shell may read as more than a word. */
  readonly from: 'arguments' | 'variable';
}

/** A command that Claude Code would run, in a text in which no command has run. */
export interface RenderedInjection {
  readonly kind: 'inline' | 'fenced';
  /** All of it in the rendered text. */
  readonly range: TextRange;
  /** The text at `range`, as messages of Claude Code show it. */
  readonly pattern: string;
  /** The command as the shell receives it, trimmed. */
  readonly command: string;
  readonly origin: CommandOrigin;
  /** The parts of `command` that do not come from the file, in order; without variables that are plain words. */
  readonly insertions: readonly Insertion[];
  /** Its range in the file; undefined for `argument`. */
  readonly source: TextRange | undefined;
}

/** A text before its commands have run. */
export interface Rendering {
  readonly text: string;
  /** Where the body begins; the line with the base directory comes before it, if there is one. */
  readonly bodyStart: number;
  /** In order, not overlapping; the text between them is the file's. */
  readonly spans: readonly Span[];
  /** In source order, an inline command inside a fenced one after it; empty if the settings disable commands. */
  readonly injections: readonly RenderedInjection[];
  /** The source of the text and its spans, for inserting outputs. */
  readonly spanned: SpannedText;
  /** Where the body begins in the file. */
  readonly bodyInFile: number;
  /** The arguments that `$0`, `$1` … refer to. */
  readonly words: readonly string[];
  /** The value of `$ARGUMENTS`, before `!` is escaped; empty without arguments. */
  readonly argumentText: string;
  /** Claude Code's message if text and arguments together are too long to be sent. */
  readonly refusal?: string;
}

/** The outcome of one command. */
type CommandStatus =
  | 'not-run'
  | 'ok'
  | 'failed'
  | 'blocked'
  /** Claude Code's shell has a program for it that this machine does not have. */
  | 'not-known';

export interface CommandOutcome {
  readonly status: CommandStatus;
  /** The text that Claude Code inserts for the command; only for `ok`. */
  readonly output: string;
  /** Why Claude Code would stop the invocation, in its words; only for `failed` and `blocked`. */
  readonly failure: string | undefined;
  readonly exitCode: number | undefined;
  /** Milliseconds; 0 if it did not run. Outputs are inserted in the order in which the commands end. */
  readonly ms: number;
  /**
   * If several commands fail, Claude Code reports the one that it reaches first: the lowest value, then the shortest
   * duration, then fenced commands, then the first in the text.
   */
  readonly reached?: number;
}

/** `reached` of a command that failed after it was started: later than every rejection. */
export const afterRefusals = 3;

/** A text with the outputs of its commands. Commands that did not run stay unchanged. */
export interface RenderedText {
  readonly text: string;
  /** Where the body begins; the line with the base directory comes before it, if there is one. */
  readonly bodyStart: number;
  readonly spans: readonly Span[];
  /** The range of each of the rendering's injections, or of its output. */
  readonly places: readonly TextRange[];
  /** Claude Code's message if it stops the invocation; `text` is then what it would have been. */
  readonly aborted: string | undefined;
  /** Which of the rendering's injections stops it; undefined if none of them does. */
  readonly abortedBy: number | undefined;
}
