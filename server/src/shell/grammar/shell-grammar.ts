import type { ShellReader } from './shell-reader.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** A here-document whose text begins on the next line. */
export interface Heredoc {
  readonly delimiter: string;
  readonly stripsTabs: boolean;
  /** Nothing in its text is expanded. */
  readonly quoted: boolean;
  /** Its text, once the reader came to it. */
  body?: { readonly start: number; readonly end: number; readonly afterDelimiter: number };
}

/** The parts of the grammar that depend on each other, and their context. */
export interface ShellGrammar {
  readonly reader: ShellReader;
  /** Between backticks, where the next one ends the command. */
  insideBackticks: boolean;
  /** Inside `[ … ]` read as a command, where `]` ends the words. */
  endsAtBracket: boolean;
  /** In the first two parts of `for ((…; …; …))`. */
  insideForHead: boolean;
  /** Those announced on this line. */
  heredocs: Heredoc[];

  /** Statements up to text that cannot continue them; `end` is the operator that closes them. */
  statements(end?: ')' | '}'): SyntaxNode[];
  /** Pipelines joined by `&&` and `||`. */
  list(): SyntaxNode | undefined;
  /** One command, simple or compound. */
  statement(): SyntaxNode | undefined;
  /** A redirect; a `greedy` one takes all words after its target as well. */
  redirect(greedy: boolean): SyntaxNode | undefined;
  word(): SyntaxNode | undefined;
  doubleQuoted(): SyntaxNode;
  backticks(): SyntaxNode;
  /** `<(…)` or `>(…)`. */
  processSubstitution(): SyntaxNode;
  /** Reads the expansion that begins with `$`. */
  expansion(): SyntaxNode;
  /** Calculations, separated by commas: the nodes in them that may contain commands. */
  calculations(end: CalculationEnd, mode?: CalculationMode): SyntaxNode[];
  /** One calculation; undefined if there is none. */
  calculation(end: CalculationEnd, mode?: CalculationMode): SyntaxNode[] | undefined;
}

/** The end of a calculation. `:}` means either of the two. */
export type CalculationEnd = '))' | ')' | ']' | ';' | ':' | '}' | ':}';

/** How names and signs in a calculation are read. */
export type CalculationMode = 'name' | 'word' | 'assign';
