import type { TextRange } from '../../document/text/text-range.ts';
import type { Fix } from '../rule.ts';

/** Why a range of frontmatter is not valid YAML, in the author's terms. */
export interface YamlCause {
  /** The characters at fault. */
  readonly range: TextRange;
  /** The fault, as a sentence without a full stop. */
  readonly problem: string;
  /** The advice that follows it. */
  readonly advice: string;
  readonly fixes: readonly Fix[];
  /** Another field's key is in the middle of this value's line: the only thing wrong with the value, or one of several. */
  readonly glued?: 'only' | 'also';
  /** Only tabs are at fault. */
  readonly byTabs?: true;
  /** A list was meant: quotes around the whole value would turn it into one string. */
  readonly isList?: true;
  /** The line does not even look like a field: it may not be meant as frontmatter at all. */
  readonly isText?: true;
}

/** The context of the unreadable part of the frontmatter. */
export interface YamlContext {
  /** The file. */
  readonly text: string;
  /** Whether a text alone is valid YAML. */
  isReadable(yaml: string): boolean;
  /** Whether the frontmatter has this key somewhere. */
  hasKey(key: string): boolean;
}

/** The value that follows a key, from its first character to its last on that line. */
export interface WrittenValue {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** The furthest possible end of the value: the end of its entry. */
  readonly limit: number;
}

/** How to fix a value as a whole, if that is the right fix. */
export type FixesOfValue = () => readonly Fix[];
