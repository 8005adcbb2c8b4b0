import { expandReplacement } from './replacement-patterns.ts';
import type { Replacement } from './spanned-text.ts';
import type { Substitution } from './substitute-arguments.ts';

/** Characters of the result above which we give up: `` $` `` in arguments repeats the text at every placeholder. */
const longestText = 16_000_000;

/** As 2.1.7 does: it knows `$ARGUMENTS` alone, which stays where no arguments are given. */
export function substituteArgumentsOfFirstReleases(text: string, given: string): Substitution {
  if (given === '') return { replacements: [], appended: undefined, words: [], refusal: undefined };
  const replacements: Replacement[] = [];
  let length = text.length;
  for (const { index: start, 0: written } of text.matchAll(/\$ARGUMENTS/g)) {
    const end = start + written.length;
    const value = expandReplacement(given, text, start, end);
    length += value.length;
    if (length > longestText) return { replacements: [], appended: undefined, words: [], refusal: tooLong };
    replacements.push({ start, end, text: value, kind: 'argument' });
  }
  const appended = replacements.length > 0 ? undefined : `\n\nARGUMENTS: ${given}`;
  return { replacements, appended, words: [], refusal: undefined };
}

const tooLong = `The text with its arguments is longer than ${longestText.toLocaleString('en-US')} characters`;
