import { insertField } from '../edits/write-field.ts';
import {
  firstDescription,
  isUnlistedInPlugin,
  withoutDescription,
} from '../readings/descriptions/missing-description.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Rule } from '../rule.ts';

export const descriptionMissing: Rule = {
  id: 'description-missing',
  level: 'warning',
  kinds: ['skill'],
  needsWriter: true,
  explainedBy: ['description-lost', 'field-unknown'],
  summary: 'A skill without a `description`, which the model needs to choose it',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const { document } = context;
    const fields = ownFields(context);
    if (!fields || fields.has('description') || !document.frontmatter.block) return;
    // For plugins, another rule reports it.
    if (isUnlistedInPlugin(context)) return;
    const consequence = withoutDescription(context);
    if (consequence === undefined) return;
    const edit = insertField(document, 'description', firstDescription(context));
    report({
      range: document.frontmatter.block.open,
      subject: 'description',
      message: `Without a \`description\`, ${consequence}. Describe what the skill does and when to use it`,
      ...(edit && { fixes: [{ title: 'Insert a `description`', safe: false, edits: [edit] }] }),
    });
  },
};
