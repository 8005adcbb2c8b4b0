import { quoteFix } from '../edits/quote-value.ts';
import { knownField } from '../readings/known-fields.ts';
import type { Rule } from '../rule.ts';

export const argumentHintList: Rule = {
  id: 'argument-hint-list',
  level: 'information',
  kinds: ['skill', 'command'],
  summary: 'An `argument-hint` in brackets without quotes, which YAML reads as a list',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const value = knownField(context, 'argument-hint')?.field.value;
    if (value?.kind !== 'list') return;
    const { text } = context.document;
    const isOneLine = /^\[[^\r\n]*\]$/.test(text.slice(value.range.start, value.range.end));
    report({
      range: value.range,
      message: `YAML reads this as a list. Claude Code still shows it, but GitHub Copilot CLI rejects it. ${isOneLine ? 'Quote it' : 'Write it as a string'}`,
      fixes: isOneLine ? [quoteFix('argument-hint', text, value.range, true)] : [],
    });
  },
};
