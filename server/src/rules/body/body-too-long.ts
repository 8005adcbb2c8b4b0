import { MAX_ADVISED_LINES } from '../../dialect/limits.ts';
import { sections } from '../../document/markdown/sections.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { inWords } from '../messages/in-words.ts';
import { showName } from '../messages/show-value.ts';
import type { Rule } from '../rule.ts';

/** The limit is advice: some lines more do no harm. */
const TOLERANCE = 1.1;

export const bodyTooLong: Rule = {
  id: 'body-too-long',
  level: 'warning',
  kinds: ['skill'],
  needsWriter: true,
  explainedBy: ['body-token-budget'],
  summary: `A body of more than ${MAX_ADVISED_LINES} lines`,
  source: 'https://code.claude.com/docs/en/skills',
  check({ document, file }, report) {
    // Claude Code may never load it.
    if (file.place === 'other-product') return;
    const { lines, text } = document;
    const firstLine = lines.lineAt(document.bodyStart);
    const count = lines.lineAt(text.trimEnd().length) - firstLine + 1;
    if (count <= MAX_ADVISED_LINES * TOLERANCE) return;
    const line = firstNonBlankLine(lines, firstLine + MAX_ADVISED_LINES);
    report({
      range: textRange(lines.startOf(line), lines.endOf(line)),
      message: `The body has ${inThousands(count)} lines, and every invocation loads all of them; from here on it exceeds ${MAX_ADVISED_LINES}. ${whatToMove(document, count)}`,
    });
  },
};

/** Shorter ones are not worth a file of their own. */
const MIN_LINES = 30;

/** Sections for the authors of a skill rather than for Claude. */
const forAuthors =
  /^(?:\d+[.)] )?(?:version history|change ?log|release notes|revision history|evaluation scenarios?|test scenarios?|audit (?:history|log)|last updated|table of contents|summary statistics)\b/i;

/** Fewer lines of them are not the first to be removed. */
const MIN_FOR_AUTHORS = 25;

/** Sections that Claude needs only in some of the cases. */
const forSomeCases =
  /\b(?:advanced|anti-?patterns?|appendix|best practices|common (?:issues|mistakes|patterns|pitfalls|problems)|cookbook|edge cases|examples?|faq|gotchas|installation|integrations?|migrations?|pitfalls|recipes|references?|templates?|tips|troubleshooting|(?:platform|tool|language|framework)-specific)\b/i;

/**
 * What authors can do first: remove what is not for Claude, or move sections, those for some of the cases before others and the
 * longest first, without one that is nearly all of the body.
 */
function whatToMove(document: SkillDocument, count: number): string {
  const { lines } = document;
  const all = sections(document).map(({ heading, range }) => ({
    heading,
    name: showName(`${'#'.repeat(heading.level)} ${heading.text}`),
    range,
    size: lines.lineAt(range.end) - lines.lineAt(range.start) + 1,
  }));
  const needless = all.filter(({ heading }) => forAuthors.test(heading.text));
  const lost = needless.reduce((sum, { size }) => sum + size, 0);
  if (lost >= MIN_FOR_AUTHORS || (lost > 0 && count - lost <= MAX_ADVISED_LINES)) {
    const those = needless.slice(0, 2).map(({ name, size }) => `${name} (${size} lines)`);
    return `Claude does not need ${inWords(those)}. Remove ${those.length > 1 ? 'them' : 'it'}, and move details to files next to SKILL.md that you link to`;
  }
  const advice = 'Move details to files next to SKILL.md and link to them';
  const core = all.filter(({ heading }) => isCore(heading.text)).map(({ range }) => range);
  const isInCore = ({ range }: { readonly range: TextRange }) =>
    core.some(({ start, end }) => start <= range.start && range.end <= end);
  const movable = all
    .filter(({ size }) => size >= MIN_LINES && size * 10 <= count * 9)
    .sort((one, other) => Number(isInCore(one)) - Number(isInCore(other)) || other.size - one.size);
  const details = longestTwo(movable.filter(({ heading }) => isDetail(heading.text)));
  const detailLines = details.reduce((sum, { size }) => sum + size, 0);
  const chosen = detailLines * 2 >= count - MAX_ADVISED_LINES ? details : longestTwo(movable);
  if (chosen.length === 0) return advice;
  return `${advice}, for example ${inWords(chosen.map(({ name, size }) => `${name} (${size} lines)`))}`;
}

/** The first two of which none contains the other. */
function longestTwo<Part extends { readonly range: TextRange }>(parts: readonly Part[]): readonly Part[] {
  const [longest, ...others] = parts;
  if (!longest) return [];
  const next = others.find(({ range }) => range.start >= longest.range.end || range.end <= longest.range.start);
  return next ? [longest, next] : [longest];
}

/** Sections that Claude follows whatever the task is. */
function isCore(heading: string): boolean {
  return /\b(?:quick start|getting started|overview|workflows?|process|procedure|instructions|when to use)\b/i.test(
    heading,
  );
}

function isDetail(heading: string): boolean {
  return forSomeCases.test(heading) && !/\bquick\b/i.test(heading);
}

/** A mark on a blank line is not visible. */
function firstNonBlankLine(lines: { textOf(line: number): string; readonly count: number }, from: number): number {
  let line = from;
  while (line < lines.count - 1 && lines.textOf(line).trim() === '') line++;
  return line;
}
