import type { UnitTest } from './expression-tree.ts';

/** The flags that apply at some place of an expression. */
export interface TestFlags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly unicode: '' | 'u' | 'v';
}

/** A character as it is written. */
export function literalTest(character: string): UnitTest {
  return (other) => other === character;
}

/** More different characters are not remembered. */
const maxKnown = 4_096;

/** A class, an escape or a dot: JavaScript's own expression is asked, once for each character, which takes no time to speak of. */
export function nativeTest(token: string, { i, s, unicode }: TestFlags): UnitTest {
  const expression = new RegExp(`^(?:${token})$`, `${i ? 'i' : ''}${s ? 's' : ''}${unicode}`);
  const known = new Map<string, boolean>();
  return (character) => {
    let matches = known.get(character);
    if (matches === undefined) {
      matches = expression.test(character);
      if (known.size < maxKnown) known.set(character, matches);
    }
    return matches;
  };
}

/** Whether two characters are the same without regard to case, as JavaScript sees it. */
export function sameIgnoringCase(one: string, other: string, isUnicode: boolean): boolean {
  if (one === other) return true;
  const escaped = one.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`^(?:${escaped})$`, isUnicode ? 'iu' : 'i').test(other);
}
