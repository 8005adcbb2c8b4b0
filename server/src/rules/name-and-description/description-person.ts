import { findPerson } from '../readings/descriptions/grammatical-person.ts';
import { modelDescription } from '../readings/descriptions/model-description.ts';
import { rangeInValue } from '../readings/fields/value-source.ts';
import type { Rule } from '../rule.ts';

export const descriptionPerson: Rule = {
  id: 'description-person',
  level: 'information',
  kinds: ['skill'],
  needsWriter: true,
  summary: 'A description in the first or second person',
  source:
    'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/best-practices#writing-effective-descriptions',
  check(context, report) {
    const description = modelDescription(context);
    if (!description) return;
    const found = findPerson(description.text);
    if (!found) return;
    const { start, end, person } = found;
    const written = description.text.slice(start, end);
    report({
      range: rangeInValue(context.document.text, description.value, start, end),
      message: `\`${written}\` is the ${person} person. The model reads the description as part of its own instructions, where it is not clear who that is. Describe what the skill does in the third person`,
    });
  },
};
