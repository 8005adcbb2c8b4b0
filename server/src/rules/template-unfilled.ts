import { listKeys } from './frontmatter-lines.ts';
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
    const blanks = [...(ownFields(context)?.values() ?? [])].flatMap((field) => {
      // Commands have uses of their own for braces.
      const range = field.key === 'hooks' ? undefined : findTemplateText(text, field);
      return range ? [{ key: field.key, range }] : [];
    });
    const [first, ...others] = blanks.sort((a, b) => a.range.start - b.range.start);
    if (!first) return;
    const left = showText(text.slice(first.range.start, first.range.end));
    const advice =
      others.length === 0
        ? `Fill in \`${first.key}\``
        : `Fill in ${blanks.length} fields: ${listKeys(blanks.map(({ key }) => key))}`;
    report({
      range: first.range,
      message: `${left} was left by a template, and Claude Code takes it as it stands. ${advice}`,
      ...(others.length > 0 && {
        related: others.map(({ key, range }) => ({ range, message: `\`${key}\` is not filled in either` })),
      }),
    });
  },
};
