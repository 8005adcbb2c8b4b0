import { MAX_ADVISED_LINES } from '../../dialect/limits.ts';
import { sections } from '../../document/markdown/sections.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/in-thousands.ts';
import { textRange } from '../../document/text/text-range.ts';
import { showName } from '../messages/show-value.ts';
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
      message: `The body has ${inThousands(count)} lines, and every invocation loads all of them; from here on it exceeds ${MAX_ADVISED_LINES}. Move details to files next to SKILL.md and link to them${longestSections(document, count)}`,
    });
  },
};

/** Shorter ones are not worth a file of their own. */
const MIN_LINES = 30;

/** What to move first: the longest sections without those that hold most of the body and those inside of one named before. */
function longestSections(document: SkillDocument, count: number): string {
  const { lines } = document;
  const all = sections(document)
    .map(({ heading, range }) => ({
      name: showName(`${'#'.repeat(heading.level)} ${heading.text}`),
      range,
      size: lines.lineAt(range.end) - lines.lineAt(range.start) + 1,
    }))
    .filter(({ size }) => size >= MIN_LINES && size * 2 <= count)
    .sort((one, other) => other.size - one.size);
  const [longest] = all;
  if (!longest) return '';
  const next = all.find(({ range }) => range.start >= longest.range.end || range.end <= longest.range.start);
  if (!next) return `: ${longest.name} (${longest.size} lines) is the longest section`;
  return `: ${longest.name} (${longest.size} lines) and ${next.name} (${next.size}) are the longest sections`;
}

/** A mark on a blank line is not visible. */
function firstNonBlankLine(lines: { textOf(line: number): string; readonly count: number }, from: number): number {
  let line = from;
  while (line < lines.count - 1 && lines.textOf(line).trim() === '') line++;
  return line;
}
