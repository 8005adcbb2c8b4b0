import { inThousands } from '../../document/text/numbers.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import { numberOption, type Rule } from '../rule.ts';

export const descriptionLength: Rule = {
  id: 'description-length',
  level: 'off',
  kinds: ['skill', 'command', 'agent'],
  explainedBy: ['description-too-long'],
  summary: 'A description longer than a number of characters that you choose',
  options: {
    max: { description: 'The most characters that a description may have.', default: 300, minimum: 1 },
  },
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const value = ownFields(context)?.get('description')?.value;
    if (value?.kind !== 'scalar' || typeof value.value !== 'string') return;
    const max = numberOption(context, descriptionLength, 'max');
    const characters = [...value.value.trimEnd()];
    if (characters.length <= max) return;
    const start = characters.slice(0, max).join('').length;
    report({
      range: rangeInValue(context.document.text, value, start, value.value.trimEnd().length),
      message: `The description has ${inThousands(characters.length)} characters; this project allows ${inThousands(max)}. Shorten it`,
    });
  },
};
