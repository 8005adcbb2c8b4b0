import { ownFields } from './own-fields.ts';
import { inWords, selectedTargets } from './refusals.ts';
import type { Rule } from './rule.ts';
import { rangeInValue } from './value-source.ts';

export const descriptionXmlTags: Rule = {
  id: 'description-xml-tags',
  level: 'warning',
  kinds: ['skill'],
  summary: 'Angle brackets in a description, which a selected target refuses',
  source: 'https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview#skill-structure',
  check(context, report) {
    const value = ownFields(context)?.get('description')?.value;
    if (value?.kind !== 'scalar' || typeof value.value !== 'string') return;
    const refusing = selectedTargets(context, ({ description }) => description.forbidsXmlTags === true);
    if (refusing.length === 0) return;
    const titles = inWords(refusing.map(({ title }) => title));
    for (const { 0: found, index } of value.value.matchAll(/<\/?[\p{L}_][^<>]*>|[<>]/gu)) {
      report({
        range: rangeInValue(context.document.text, value, index, index + found.length),
        message: `\`${found}\` in the \`description\`: ${titles} refuse angle brackets. Say it without them`,
      });
    }
  },
};
