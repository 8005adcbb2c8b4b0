import { ownFields } from './own-fields.ts';
import type { Rule } from './rule.ts';
import { showText } from './show-value.ts';
import { findTemplateText } from './template-text.ts';

export const templateUnfilled: Rule = {
  id: 'template-unfilled',
  level: 'hint',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A field that still holds what a template left to be filled in',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const { text } = context.document;
    for (const field of ownFields(context)?.values() ?? []) {
      // Commands have uses of their own for braces.
      if (field.key === 'hooks') continue;
      const range = findTemplateText(text, field);
      if (!range) continue;
      const left = showText(text.slice(range.start, range.end));
      report({
        range,
        message: `${left} was left by a template, and Claude Code takes it as it stands. Fill in \`${field.key}\``,
      });
    }
  },
};
