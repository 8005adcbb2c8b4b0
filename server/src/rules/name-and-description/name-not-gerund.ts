import { rangeInValue } from '../readings/fields/value-source.ts';
import { writtenName } from '../readings/skills/written-name.ts';
import type { Rule } from '../rule.ts';

/** Words in -ing that are not forms of a verb. */
const nouns = new Set(
  (
    'anything beijing bring ceiling cling darling earring evening everything fling king lightning morning nothing ' +
    'offspring ping ring shilling sibling sing sling something spring sting string swing thing viking wing'
  ).split(' '),
);

export const nameNotGerund: Rule = {
  id: 'name-not-gerund',
  level: 'off',
  kinds: ['skill'],
  summary: 'A `name` without a verb in -ing, which the authoring guide recommends',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#naming-conventions',
  check(context, report) {
    const name = writtenName(context);
    if (!name) return;
    const start = Math.max(name.text.lastIndexOf(':'), name.text.lastIndexOf('/')) + 1;
    const words = name.text
      .slice(start)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
    if (start === name.text.length || words.some(isGerund)) return;
    report({
      range: rangeInValue(context.document.text, name.value, start, name.text.length),
      message:
        'The name does not describe an activity. The authoring guide recommends a verb in -ing, as in `processing-pdfs`',
    });
  },
};

function isGerund(word: string): boolean {
  return /^[a-z]{2,}ing$/.test(word) && /[aeiouy].*ing$/.test(word) && !nouns.has(word);
}
