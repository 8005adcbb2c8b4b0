import { showText } from '../messages/show-value.ts';
import { ownFields } from '../readings/own-fields.ts';
import { findTemplateText } from '../readings/template-text.ts';
import type { Rule } from '../rule.ts';
import { listKeys } from '../yaml/frontmatter-lines.ts';

export const templateUnfilled: Rule = {
  id: 'template-unfilled',
  level: 'hint',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A field that still contains placeholder text from a template',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const { text } = context.document;
    const blanks = [...(ownFields(context)?.values() ?? [])].flatMap((field) => {
      // Commands use braces for other purposes.
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
      message: `${left} is left over from a template, and Claude Code uses it as is. ${advice}`,
      ...(others.length > 0 && {
        related: others.map(({ key, range }) => ({ range, message: `\`${key}\` is not filled in either` })),
      }),
    });
  },
};
