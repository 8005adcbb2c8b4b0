import { findValue, nearestValue } from '../dialect/fields.ts';
import { offerEdit } from './field-edits.ts';
import { type KnownField, knownFields } from './known-fields.ts';
import { inWords } from './refusals.ts';
import type { Rule } from './rule.ts';
import { showText } from './show-value.ts';
import { replaceYaml } from './write-field.ts';

export const fieldValue: Rule = {
  id: 'field-value',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A word that is none of those that its field knows',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    for (const { field, facts } of knownFields(context, 'word')) {
      const { value, keyRange } = field;
      if (value.kind !== 'scalar' || typeof value.value !== 'string' || value.value === '') continue;
      if (findValue(facts, value.value)) continue;
      const nearest = nearestValue(facts, value.value)?.value;
      const isBlock = value.style === 'literal' || value.style === 'folded';
      report({
        range: isBlock ? keyRange : value.range,
        message: `${describe(field.key, value.value, facts)}. ${advise(facts, nearest)}`,
        fixes: nearest
          ? offerEdit(`Write \`${nearest}\``, true, replaceYaml(context.document.text, field, nearest))
          : [],
      });
    }
  },
};

function describe(key: string, word: string, facts: KnownField['facts']): string {
  if (findValue(facts, word.trim()))
    return `Claude Code ignores ${showText(word)} in \`${key}\` for the white space around it`;
  // A number is not ignored everywhere.
  const outcome = Number.isNaN(Number(word)) ? ' and ignores it' : '';
  return `Claude Code knows no ${showText(word)} in \`${key}\`${outcome}`;
}

function advise({ values }: KnownField['facts'], nearest: string | undefined): string {
  if (nearest !== undefined) return `Write \`${nearest}\``;
  const words = values.map(({ value }) => `\`${value}\``);
  return words.length === 1 ? `It knows ${words[0]} alone` : `It knows ${inWords(words)}`;
}
