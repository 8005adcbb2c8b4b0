import { selectedTargets, titlesOf } from '../messages/refusals.ts';
import { kindInWords } from '../messages/show-value.ts';
import { knownFields } from '../readings/known-fields.ts';
import type { Rule } from '../rule.ts';

export const metadataShape: Rule = {
  id: 'metadata-shape',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A `metadata` that is not a mapping or, for some targets, contains a value that is not a string',
  source: 'https://agentskills.io/specification#metadata-field',
  check(context, report) {
    for (const { field } of knownFields(context, 'map')) {
      const { value } = field;
      if (value.kind === 'scalar' && value.value === null) continue;
      if (value.kind !== 'map') {
        report({
          range: value.range,
          message: `\`${field.key}\` must be a mapping, not ${kindInWords(value)}: Claude Code ignores it. Write \`key: value\` lines below it`,
        });
        continue;
      }
      const strict = selectedTargets(context, ({ metadata }) => metadata.textValuesOnly);
      if (strict.length === 0) continue;
      for (const entry of value.entries) {
        if (entry.value.kind === 'scalar' && (typeof entry.value.value === 'string' || entry.value.value === null))
          continue;
        report({
          range: entry.value.range,
          message: `\`${entry.key}\` is ${kindInWords(entry.value)}, but ${titlesOf(strict)} only ${strict.length > 1 ? 'allow' : 'allows'} strings in \`${field.key}\`. ${entry.value.kind === 'scalar' ? 'Quote it' : 'Write it as a string'}`,
        });
      }
    }
  },
};
