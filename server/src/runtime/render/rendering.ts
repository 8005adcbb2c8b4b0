import type { TextRange } from '../../document/text-range.ts';
import type { Span, SpannedText } from './spanned-text.ts';

/** Where a command comes from. */
export type CommandOrigin =
  /** The author wrote it all. */
  | 'body'
  /** The author wrote it around a placeholder: arguments reach the shell. */
  | 'contains-argument'
  /** It is no command in the file: arguments made it one. It never runs without a consent of its own. */
  | 'argument';

/** A stretch of a command that the author did not write, in UTF-16 units of the command. */
export interface Insertion extends TextRange {
  /** `variable` is a value of `${CLAUDE_…}`, or the skill's folder, that the shell may take for more than a word. */
  readonly from: 'arguments' | 'variable';
}

/** A command that the client would run, in a text in which no command has run. */
export interface RenderedInjection {
  readonly kind: 'inline' | 'fenced';
  /** The whole of it in the rendered text. */
  readonly range: TextRange;
  /** The text at `range`: the client names it in its messages. */
  readonly pattern: string;
  /** What the shell gets, trimmed. */
  readonly command: string;
  readonly origin: CommandOrigin;
  /** What came into `command` from outside the file, in order; without the variables that are plain words. */
  readonly insertions: readonly Insertion[];
  /** Its place in the file; undefined for `argument`. */
  readonly source: TextRange | undefined;
}

/** A text before its commands have run. */
export interface Rendering {
  readonly text: string;
  /** Where the body begins: before it is the line with the base directory, or nothing. */
  readonly bodyStart: number;
  /** In order, not overlapping; the text between them is the file's. */
  readonly spans: readonly Span[];
  /** In source order, an inline command inside a fenced one after it; empty where the settings disable commands. */
  readonly injections: readonly RenderedInjection[];
  /** What the text and its spans are taken from, for putting outputs in. */
  readonly spanned: SpannedText;
  /** Where the body begins in the file. */
  readonly bodyInFile: number;
  /** The arguments that `$0`, `$1` … stand for. */
  readonly words: readonly string[];
  /** The arguments as `$ARGUMENTS` gives them, before `!` is guarded; empty where there are none. */
  readonly argumentText: string;
  /** The client's message where text and arguments together are too long, so that it sends nothing. */
  readonly refusal?: string;
}

/** What became of one command. */
export interface CommandOutcome {
  readonly status: 'not-run' | 'ok' | 'failed' | 'blocked';
  /** What the client puts in the command's place; only for `ok`. */
  readonly output: string;
  /** Why the client would give up the invocation, in its words; only for `failed` and `blocked`. */
  readonly failure: string | undefined;
  readonly exitCode: number | undefined;
  /** Milliseconds; 0 where it did not run. Outputs are inserted in the order in which the commands end. */
  readonly ms: number;
  /**
   * Of several failures the client reports the one that it comes to first: the lowest, then the one that took the least
   * time, then those in fences, then the first in the text.
   */
  readonly reached?: number;
}

/** `reached` of a command that failed after it was started: later than every refusal. */
export const afterRefusals = 3;

/** A text with what its commands said. Commands that did not run stand as they are. */
export interface RenderedText {
  readonly text: string;
  /** Where the body begins: before it is the line with the base directory, or nothing. */
  readonly bodyStart: number;
  readonly spans: readonly Span[];
  /** Where each of the rendering's injections is now, or what it said. */
  readonly places: readonly TextRange[];
  /** The client's message where it gives up the invocation; `text` is then what it would have been. */
  readonly aborted: string | undefined;
}
