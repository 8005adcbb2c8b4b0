import { insertField } from '../edits/write-field.ts';
import { firstDescription, isUnlistedInPlugin } from '../readings/descriptions/missing-description.ts';
import { ownFields } from '../readings/fields/own-fields.ts';
import type { Rule } from '../rule.ts';

export const pluginDescriptionMissing: Rule = {
  id: 'plugin-description-missing',
  level: 'warning',
  kinds: ['skill'],
  explainedBy: ['description-lost', 'field-unknown'],
  summary: 'A plugin skill with neither `description` nor `when_to_use`, which is never listed',
  source: 'test/conformance: own-cat-plug-flags',
  check(context, report) {
    const { document } = context;
    const fields = ownFields(context);
    if (!fields || fields.has('description') || !document.frontmatter.block || !isUnlistedInPlugin(context)) return;
    const edit = insertField(document, 'description', firstDescription(context));
    report({
      range: document.frontmatter.block.open,
      subject: 'description',
      message:
        'Claude Code does not list a plugin skill with neither `description` nor `when_to_use`, so the model never chooses it. Describe what the skill does and when to use it',
      ...(edit && { fixes: [{ title: 'Insert a `description`', safe: false, edits: [edit] }] }),
    });
  },
};
