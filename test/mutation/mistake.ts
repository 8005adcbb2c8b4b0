import type { CleanText, Plant } from './clean-text.ts';
import type { Random } from './random.ts';

/** One kind of mistake. */
export interface Mistake {
  /** What is wrong, for the table. */
  readonly name: string;
  /** The rules that may report it: more than one only where the file decides which, none for a text that is right. */
  readonly rules: readonly string[];
  /** Other rules that rightly report what goes with it. */
  readonly also?: readonly string[];
  /** Its fix keeps the text that was planted, and moves it elsewhere. */
  readonly isMoved?: true;
  /** Plants it; undefined where it cannot be made in a file, or is none there. */
  plant(file: CleanText, random: Random): Plant | undefined;
}

/** A mistake that one rule reports. */
export function mistake(
  rules: string | readonly string[],
  name: string,
  plant: (file: CleanText, random: Random) => Plant | undefined,
): Mistake {
  return { name, rules: typeof rules === 'string' ? [rules] : rules, plant };
}

/** A mistake whose fix moves what was planted. */
export function moving(rule: string, name: string, plant: Mistake['plant']): Mistake {
  return { ...mistake(rule, name, plant), isMoved: true };
}

/** Only for files of some kinds. */
export function only(
  kinds: string,
  plant: (file: CleanText, random: Random) => Plant | undefined,
): (file: CleanText, random: Random) => Plant | undefined {
  return (file, random) => (kinds.split(' ').includes(file.kind) ? plant(file, random) : undefined);
}
