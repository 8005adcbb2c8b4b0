import { textRange } from '../../document/text/text-range.ts';
import type { Rule } from '../rule.ts';

export const bodyEmpty: Rule = {
  id: 'body-empty',
  level: 'warning',
  kinds: ['skill', 'command'],
  needsWriter: true,
  summary: 'A skill or command with an empty body, so that invoking it loads nothing',
  source: 'https://code.claude.com/docs/en/skills',
  check({ document }, report) {
    const { block } = document.frontmatter;
    // Without a block the file itself is empty, which the rule about missing frontmatter reports once.
    if (!block || document.text.slice(block.range.end).trim() !== '') return;
    report({
      range: textRange(block.close.start, block.close.end),
      message: 'The body is empty, so invoking it gives Claude no instructions. Write them below this line',
    });
  },
};
