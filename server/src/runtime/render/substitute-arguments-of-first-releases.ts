import { LONGEST_RENDERED_TEXT } from '../../dialect/limits.ts';
import { ReplacementText } from './replacement-patterns.ts';
import type { Replacement } from './spanned-text.ts';
import type { Substitution } from './substitute-arguments.ts';

/**
 * As 2.1.7 does: it knows `$ARGUMENTS` alone, which stays where no arguments are given. It has no limit, but here there is
 * the one of later releases: `` $` `` in arguments repeats the text at every placeholder.
 */
export function substituteArgumentsOfFirstReleases(text: string, given: string): Substitution {
  if (given === '') return { replacements: [], appended: undefined, words: [], refusal: undefined };
  const replacements: Replacement[] = [];
  const replacement = new ReplacementText(given);
  let length = text.length;
  for (const { index: start, 0: written } of text.matchAll(/\$ARGUMENTS/g)) {
    const end = start + written.length;
    length += replacement.lengthIn(text, start, end);
    if (length > LONGEST_RENDERED_TEXT) return { replacements: [], appended: undefined, words: [], refusal: tooLong };
    replacements.push({ start, end, text: replacement.expandIn(text, start, end), kind: 'argument' });
  }
  const appended = replacements.length > 0 ? undefined : `\n\nARGUMENTS: ${given}`;
  return { replacements, appended, words: [], refusal: undefined };
}

const tooLong = `The text with its arguments is longer than ${LONGEST_RENDERED_TEXT.toLocaleString('en-US')} characters`;
