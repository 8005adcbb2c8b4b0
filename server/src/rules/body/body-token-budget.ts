import { COMPACTION_CHARACTERS_PER_TOKEN } from '../../dialect/compaction.ts';
import { COMPACTION_TOKENS, MAX_ADVISED_TOKENS } from '../../dialect/limits.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { estimateTokens, TOKEN_ESTIMATE_ERROR } from '../../dialect/text/token-estimate.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { textRange } from '../../document/text/text-range.ts';
import { compactionTokens, LENGTH_WHEN_CUT } from '../../runtime/compaction/after-compaction.ts';
import type { Rule } from '../rule.ts';

export const bodyTokenBudget: Rule = {
  id: 'body-token-budget',
  level: 'warning',
  kinds: ['skill'],
  needsWriter: true,
  // Created on first use: loading the number formatter would add milliseconds to every start.
  get summary() {
    return `A body of more than about ${inThousands(MAX_ADVISED_TOKENS)} tokens`;
  },
  source: 'https://agentskills.io/specification',
  check({ document, file }, report) {
    // Claude Code may never read it.
    if (file.place === 'other-product') return;
    const { lines, text } = document;
    const start = document.bodyStart;
    const most = MAX_ADVISED_TOKENS * (1 + TOKEN_ESTIMATE_ERROR);
    // No character costs more than a token.
    if (text.length - start <= most) return;
    const total = estimateTokens(text.slice(start));
    if (total <= most) return;
    const cut = cutAfterCompaction(document);
    const line = cut === undefined ? lineOverBudget(document) : lines.lineAt(cut);
    const why =
      cut === undefined
        ? `, and about ${inThousands(MAX_ADVISED_TOKENS)} are recommended`
        : `; when a long conversation is compacted, Claude Code keeps only the first ${inThousands(COMPACTION_TOKENS * COMPACTION_CHARACTERS_PER_TOKEN)} characters of the skill, up to about here`;
    report({
      range: textRange(Math.max(start, lines.startOf(line)), lines.endOf(line)),
      message: `The body costs about ${inThousands(total)} tokens${why}. Move details to files next to SKILL.md and link to them`,
    });
  },
};

/**
 * Where the body is cut if nothing is inserted; undefined if it is kept as a whole, or not at all. The line with the
 * skill's folder, which costs about a hundred characters, is left out: it depends on where a checkout is, and a finding
 * must be on the same line for everybody.
 */
function cutAfterCompaction({ text, bodyStart, runtime }: SkillDocument): number | undefined {
  if (!capabilities(runtime).keepsSkillsAtCompaction) return undefined;
  const isCut = compactionTokens(text.slice(bodyStart)) > COMPACTION_TOKENS;
  return isCut ? bodyStart + LENGTH_WHEN_CUT : undefined;
}

/** The line that crosses the recommended limit. */
function lineOverBudget({ lines, text, bodyStart }: SkillDocument): number {
  let line = lines.lineAt(bodyStart);
  let tokens = 0;
  while (line < lines.count - 1) {
    tokens += estimateTokens(text.slice(Math.max(bodyStart, lines.startOf(line)), lines.startOf(line + 1)));
    if (tokens > MAX_ADVISED_TOKENS) break;
    line++;
  }
  return line;
}
