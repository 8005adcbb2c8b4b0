import { replaceValue } from '../edits/write-field.ts';
import { firstDescription, withoutDescription } from '../readings/descriptions/missing-description.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Rule } from '../rule.ts';

export const descriptionEmpty: Rule = {
  id: 'description-empty',
  level: 'warning',
  kinds: ['skill', 'command'],
  needsWriter: true,
  explainedBy: ['description-lost'],
  summary: 'A `description` without text',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const field = ownFields(context)?.get('description');
    if (field?.value.kind !== 'scalar') return;
    const { value } = field.value;
    if (value !== null && (typeof value !== 'string' || value.trim() !== '')) return;
    const edit = replaceValue(context.document.text, field, firstDescription(context));
    const consequence = withoutDescription(context);
    report({
      range: field.keyRange,
      subject: 'description',
      message: `The \`description\` is empty${consequence === undefined ? '' : `: ${consequence}`}. Describe what the ${context.file.kind} does and when to use it`,
      ...(edit && { fixes: [{ title: 'Write a `description`', safe: false, edits: [edit] }] }),
    });
  },
};
