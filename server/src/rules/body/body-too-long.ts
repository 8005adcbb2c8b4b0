import { MAX_ADVISED_LINES } from '../../dialect/limits.ts';
import { inThousands } from '../../document/text/in-thousands.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { Rule } from '../rule.ts';

/** The limit is advice: a few lines more do no harm. */
const TOLERANCE = 1.05;

export const bodyTooLong: Rule = {
  id: 'body-too-long',
  level: 'warning',
  kinds: ['skill'],
  needsWriter: true,
  explainedBy: ['body-token-budget'],
  summary: `A body of more than ${MAX_ADVISED_LINES} lines`,
  source: 'https://code.claude.com/docs/en/skills',
  check({ document }, report) {
    const { lines, text } = document;
    const firstLine = lines.lineAt(document.bodyStart);
    const count = lines.lineAt(text.trimEnd().length) - firstLine + 1;
    if (count <= MAX_ADVISED_LINES * TOLERANCE) return;
    const line = firstNonBlankLine(lines, firstLine + MAX_ADVISED_LINES);
    report({
      range: textRange(lines.startOf(line), lines.endOf(line)),
      message: `The body has ${inThousands(count)} lines, and every invocation loads all of them; from here on it exceeds ${MAX_ADVISED_LINES}. Move details to files next to SKILL.md and link to them`,
    });
  },
};

/** A mark on a blank line is not visible. */
function firstNonBlankLine(lines: { textOf(line: number): string; readonly count: number }, from: number): number {
  let line = from;
  while (line < lines.count - 1 && lines.textOf(line).trim() === '') line++;
  return line;
}
