import { MAX_RENDERED_TEXT } from '../../dialect/limits.ts';
import { readPlaceholders } from '../../document/arguments/placeholder-tokens.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { ReplacementText } from './replacement-patterns.ts';
import type { Replacement } from './spanned-text.ts';
import type { Substitution } from './substitute-arguments.ts';

/**
 * Finds what the first releases replace: only `$ARGUMENTS`, and nothing if no arguments are given. They have no limit, but
 * the one of later releases is applied here, because `` $` `` in arguments repeats the text at every placeholder.
 */
export function substituteArgumentsOfFirstReleases(text: string, given: string, runtime: RuntimeId): Substitution {
  if (given === '') return { replacements: [], appended: undefined, words: [], refusal: undefined };
  const replacements: Replacement[] = [];
  const replacement = new ReplacementText(given);
  let length = text.length;
  for (const { kind, range } of readPlaceholders(text, { runtime, names: [], isVariable: () => false }).tokens) {
    if (kind !== 'all') continue;
    const { start, end } = range;
    length += replacement.lengthIn(text, start, end);
    if (length > MAX_RENDERED_TEXT) return { replacements: [], appended: undefined, words: [], refusal: tooLong };
    replacements.push({ start, end, text: replacement.expandIn(text, start, end), kind: 'argument' });
  }
  const appended = replacements.length > 0 ? undefined : `\n\nARGUMENTS: ${given}`;
  return { replacements, appended, words: [], refusal: undefined };
}

const tooLong = `The text with its arguments is longer than ${inThousands(MAX_RENDERED_TEXT)} characters`;
