import { findValue, nearestValue } from '../../dialect/fields.ts';
import type { Field } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { offerEdit } from '../edits/field-edits.ts';
import { replaceYaml } from '../edits/write-field.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { isChangedByRepair } from '../readings/fields/changed-by-repair.ts';
import { type KnownField, knownFields } from '../readings/fields/known-fields.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import type { Rule } from '../rule.ts';

export const fieldValue: Rule = {
  id: 'field-value',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['word-field'],
  summary: 'A value that the field does not accept',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    for (const { field, facts } of knownFields(context, 'word')) {
      const { value } = field;
      if (value.kind !== 'scalar' || typeof value.value !== 'string' || value.value === '') continue;
      if (findValue(facts, value.value) || isChangedByRepair(context.document, field)) continue;
      const nearest = nearestValue(facts, value.value)?.value;
      const likely = nearest ?? likelyValue(facts, value.value);
      report({
        range: placeOf(context.document.text, field),
        message: `${describe(field.key, value.value, facts)}. ${advise(facts, nearest, likely)}`,
        fixes: likely
          ? offerEdit(`Write \`${likely}\``, nearest !== undefined, replaceYaml(context.document.text, field, likely))
          : [],
      });
    }
  },
};

function describe(key: string, word: string, facts: KnownField['facts']): string {
  if (findValue(facts, word.trim()))
    return `Claude Code ignores ${showText(word)} in \`${key}\` because of the whitespace around it`;
  // A number is not ignored everywhere.
  const outcome = Number.isNaN(Number(word)) ? ' and ignores it' : '';
  return `Claude Code does not recognize ${showText(word)} in \`${key}\`${outcome}`;
}

/** The value; of a block scalar its first line of text, or the key if there is none. */
function placeOf(source: string, { value, keyRange }: Field): TextRange {
  if (value.kind !== 'scalar' || (value.style !== 'literal' && value.style !== 'folded')) return value.range;
  const text = String(value.value);
  const start = text.search(/\S/);
  if (start < 0) return keyRange;
  const range = rangeInValue(source, value, start, text.trimEnd().length);
  const line = /^[^\r\n]*/.exec(source.slice(range.start, range.end))![0].trimEnd();
  return textRange(range.start, range.start + line.length);
}

/** Shorter prefixes match too many words. */
const shortestPiece = 3;

/** The one value that a word abbreviates, such as `med` and `pwsh`, or that it begins with, such as `forked`. */
function likelyValue({ values }: KnownField['facts'], word: string): string | undefined {
  const written = word.trim().toLowerCase();
  if (written.length < shortestPiece) return undefined;
  const alike = values.filter(({ value }) => {
    const known = value.toLowerCase();
    return isShortFor(written, known) || (known.length >= shortestPiece && written.startsWith(known));
  });
  return alike.length === 1 ? alike[0]!.value : undefined;
}

/** Whether all letters appear in the word, in this order and starting with its first one. */
function isShortFor(letters: string, word: string): boolean {
  if (letters[0] !== word[0]) return false;
  let at = 0;
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function advise({ values }: KnownField['facts'], nearest: string | undefined, likely: string | undefined): string {
  if (nearest !== undefined) return `Write \`${nearest}\``;
  if (likely !== undefined) return `Did you mean \`${likely}\`?`;
  const words = values.filter(({ hasNoEffect }) => !hasNoEffect).map(({ value }) => `\`${value}\``);
  return words.length === 1 ? `The only valid value is ${words[0]}` : `Valid values are ${inWords(words)}`;
}
