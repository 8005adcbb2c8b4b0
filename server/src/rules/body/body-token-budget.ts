import { COMPACTION_TOKENS, MAX_ADVISED_TOKENS } from '../../dialect/limits.ts';
import { estimateTokens, TOKEN_ESTIMATE_ERROR } from '../../dialect/token-estimate.ts';
import { inThousands } from '../../document/text/in-thousands.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { Rule } from '../rule.ts';

export const bodyTokenBudget: Rule = {
  id: 'body-token-budget',
  level: 'warning',
  kinds: ['skill'],
  // Created on first use: loading the number formatter would add milliseconds to every start.
  get summary() {
    return `A body of more than about ${inThousands(MAX_ADVISED_TOKENS)} tokens`;
  },
  source: 'https://agentskills.io/specification',
  check({ document }, report) {
    const { lines, text } = document;
    const start = document.bodyStart;
    const total = estimateTokens(text.slice(start));
    if (total <= MAX_ADVISED_TOKENS * (1 + TOKEN_ESTIMATE_ERROR)) return;
    // The end of the body is what gets lost, so the finding is at the line that crosses the limit.
    let line = lines.lineAt(start);
    let tokens = 0;
    while (line < lines.count - 1) {
      tokens += estimateTokens(text.slice(Math.max(start, lines.startOf(line)), lines.startOf(line + 1)));
      if (tokens > MAX_ADVISED_TOKENS) break;
      line++;
    }
    report({
      range: textRange(Math.max(start, lines.startOf(line)), lines.endOf(line)),
      message: `The body costs about ${inThousands(total)} tokens; after compaction, Claude Code keeps only the first ${inThousands(COMPACTION_TOKENS)}, up to about here. Move details to files next to SKILL.md and link to them`,
    });
  },
};
