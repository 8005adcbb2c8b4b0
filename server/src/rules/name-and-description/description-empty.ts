import { replaceValue } from '../edits/write-field.ts';
import { findDescriptionLosses } from '../readings/description-loss.ts';
import { firstDescription, withoutDescription } from '../readings/missing-description.ts';
import { ownFields } from '../readings/own-fields.ts';
import type { Rule } from '../rule.ts';

export const descriptionEmpty: Rule = {
  id: 'description-empty',
  level: 'warning',
  kinds: ['skill', 'command'],
  summary: 'A `description` without text',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const field = ownFields(context)?.get('description');
    if (field?.value.kind !== 'scalar') return;
    const { value } = field.value;
    if (value !== null && (typeof value !== 'string' || value.trim() !== '')) return;
    // A description that is not read as a string is reported by another rule.
    if (findDescriptionLosses(context).some((loss) => 'field' in loss && loss.field === field)) return;
    const edit = replaceValue(context.document.text, field, firstDescription(context));
    const consequence = withoutDescription(context);
    report({
      range: field.keyRange,
      message: `The \`description\` is empty${consequence === undefined ? '' : `: ${consequence}`}. Describe what the ${context.file.kind} does and when to use it`,
      ...(edit && { fixes: [{ title: 'Write a `description`', safe: false, edits: [edit] }] }),
    });
  },
};
