import type { TextRange } from '../../document/text-range.ts';
import type { Fix } from '../rule.ts';

/** Why a stretch of frontmatter is no YAML, in the author's terms. */
export interface YamlCause {
  /** The characters at fault. */
  readonly range: TextRange;
  /** What is wrong, as a sentence without full stop. */
  readonly problem: string;
  /** What to do. */
  readonly advice: string;
  readonly fixes: readonly Fix[];
  /** A field whose key stands in the middle of this value's line. */
  readonly glued?: string;
  /** Nothing but tabs is at fault. */
  readonly byTabs?: true;
  /** A list was meant: quotes around the whole value would make one text of it. */
  readonly isList?: true;
  /** The line does not even look like a field: this may not be meant as frontmatter at all. */
  readonly isText?: true;
}

/** What is around the part of the frontmatter that cannot be read. */
export interface YamlContext {
  /** The file. */
  readonly text: string;
  /** Whether a text is readable YAML all by itself. */
  isReadable(yaml: string): boolean;
  /** Whether the frontmatter has this key somewhere. */
  hasKey(key: string): boolean;
}

/** The value that follows a key, from its first character to its last on that line. */
export interface WrittenValue {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** How far the value can reach at most: the end of its entry. */
  readonly limit: number;
}

/** How to mend a value as a whole, where that is the thing to do. */
export type MendWhole = () => readonly Fix[];
