import { readLooseText } from '../../dialect/coercion.ts';
import { quoteFix } from '../edits/quote-value.ts';
import { showText } from '../messages/show-value.ts';
import { knownField } from '../readings/fields/known-fields.ts';
import type { Rule } from '../rule.ts';

export const argumentHintList: Rule = {
  id: 'argument-hint-list',
  level: 'information',
  kinds: ['skill', 'command'],
  needs: ['arguments-field'],
  summary: 'An `argument-hint` in brackets without quotes, which YAML reads as a list',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const value = knownField(context, 'argument-hint')?.field.value;
    if (value?.kind !== 'list') return;
    const { document } = context;
    const { text } = document;
    const isOneLine = /^\[[^\r\n]*\]$/.test(text.slice(value.range.start, value.range.end));
    const shown = readLooseText(value, document.runtime);
    // A colon in the brackets makes a mapping of the text.
    const isLost = shown?.includes('[object Object]') === true;
    report({
      range: value.range,
      ...(isLost && { severity: 'warning' }),
      message: `YAML reads this as a list${isLost ? ' of a mapping' : ''}. Claude Code ${shown === undefined ? 'shows no hint' : `still shows it, but as ${showText(shown)}`}; GitHub Copilot CLI rejects it. ${isOneLine ? 'Quote it' : 'Write it as a string'}`,
      fixes: isOneLine ? [quoteFix('argument-hint', text, value.range, true)] : [],
    });
  },
};
