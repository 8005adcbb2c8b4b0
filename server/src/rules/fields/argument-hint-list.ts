import { readLooseText } from '../../dialect/coercion.ts';
import { quoteFix } from '../edits/quote-value.ts';
import { selectedTargets, titlesOf } from '../messages/refusals.ts';
import { showText } from '../messages/show-value.ts';
import { knownField } from '../readings/fields/known-fields.ts';
import type { Rule } from '../rule.ts';

/** That Copilot CLI rejects such a file, from 1.0.65: https://github.com/github/copilot-cli/issues/3929 */
export const argumentHintList: Rule = {
  id: 'argument-hint-list',
  level: 'information',
  kinds: ['skill', 'command'],
  needs: ['arguments-field'],
  summary: 'An `argument-hint` in brackets without quotes, which YAML reads as a list',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const found = knownField(context, 'argument-hint');
    const value = found?.field.value;
    if (value?.kind !== 'list') return;
    const { document } = context;
    const { text } = document;
    const written = text.slice(value.range.start, value.range.end);
    const isOneLine = /^\[[^\r\n]*\]$/.test(written);
    const shown = readLooseText(value, document.runtime);
    // A colon in the brackets makes a mapping of the text.
    const isLost = shown?.includes('[object Object]') === true;
    const others = selectedTargets(context, ({ id }) => found!.facts.acceptedBy.includes(id));
    const losesOnlyBrackets = isOneLine && shown !== undefined && written.slice(1, -1).trim() === shown.trim();
    const inClaudeCode = losesOnlyBrackets
      ? 'Claude Code shows the hint without its brackets'
      : `Claude Code ${shown === undefined ? 'shows no hint' : `shows it as ${showText(shown)}`}`;
    const elsewhere =
      others.length > 0 ? `, ${titlesOf(others)} ${others.length > 1 ? 'expect' : 'expects'} a string` : '';
    report({
      range: value.range,
      ...(isLost && { severity: 'warning' }),
      message: `YAML reads this as a list${isLost ? ' of a mapping' : ''}: ${inClaudeCode}${elsewhere}, and newer releases of Copilot CLI do not load the file. ${isOneLine ? 'Quote it' : 'Write it as a string'}`,
      fixes: isOneLine ? [quoteFix('argument-hint', text, value.range, true)] : [],
    });
  },
};
