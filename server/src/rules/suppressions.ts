import type { SkillDocument } from '../document/skill-document.ts';
import { type TextRange, textRange } from '../document/text-range.ts';
import type { RuleLevels } from './check-document.ts';
import type { Finding } from './rule.ts';

/** One comment of the author's that silences rules. */
interface Suppression {
  /** Where the comment stands. */
  readonly range: TextRange;
  /** Empty for all rules. */
  readonly rules: readonly string[];
  /** The lines it covers, inclusive. */
  readonly firstLine: number;
  readonly lastLine: number;
  used: boolean;
}

const bodyComment = /<!--\s*skillwright-disable-(next-line|file)\b([\s\S]*?)-->/g;
const frontmatterComment = /#\s*skillwright-disable-(line|next-line)\b([^\r\n]*)/g;

/** The id under which a suppression that suppresses nothing is reported. */
export const unusedSuppression = 'suppression-unused';

/**
 * Removes what the author's comments silence and reports comments that silence nothing.
 *
 * `<!-- skillwright-disable-next-line rule-id: why -->` and `<!-- skillwright-disable-file rule-id: why -->` stand in
 * the body, `# skillwright-disable-line rule-id` in the frontmatter.
 */
export function applySuppressions(document: SkillDocument, findings: Finding[], levels: RuleLevels): Finding[] {
  if (!document.text.includes('skillwright-disable-')) return findings;
  const suppressions = readSuppressions(document);
  const kept = findings.filter((finding) => {
    const line = document.lines.lineAt(finding.range.start);
    const silencing = suppressions.filter(
      (it) => it.firstLine <= line && line <= it.lastLine && (it.rules.length === 0 || it.rules.includes(finding.rule)),
    );
    for (const it of silencing) it.used = true;
    return silencing.length === 0;
  });
  const level = levels[unusedSuppression] ?? 'hint';
  if (level === 'off') return kept;
  const unused = suppressions.filter(({ used }) => !used);
  return [
    ...kept,
    ...unused.map(
      ({ range, rules }): Finding => ({
        rule: unusedSuppression,
        severity: level,
        range,
        message: `Nothing is reported here${rules.length > 0 ? ` for ${rules.map((rule) => `\`${rule}\``).join(', ')}` : ''}; the comment can go`,
        tag: 'unnecessary',
        fixes: [{ title: 'Remove the comment', safe: false, edits: [{ range, newText: '' }] }],
      }),
    ),
  ];
}

function readSuppressions(document: SkillDocument): Suppression[] {
  const { text, lines, frontmatter, body } = document;
  const found: Suppression[] = [];
  const block = frontmatter.block?.content;
  if (block) {
    for (const match of text.slice(block.start, block.end).matchAll(frontmatterComment)) {
      const range = textRange(block.start + match.index, block.start + match.index + match[0].trimEnd().length);
      const line = lines.lineAt(range.start) + (match[1] === 'next-line' ? 1 : 0);
      found.push({ range, rules: ruleIds(match[2]!), firstLine: line, lastLine: line, used: false });
    }
  }
  for (const match of text.slice(body.range.start, body.range.end).matchAll(bodyComment)) {
    const range = textRange(body.range.start + match.index, body.range.start + match.index + match[0].length);
    if (!body.comments.some((comment) => comment.start === range.start)) continue;
    const whole = match[1] === 'file';
    const line = lines.lineAt(range.end) + 1;
    found.push({
      range,
      rules: ruleIds(match[2]!),
      firstLine: whole ? 0 : line,
      lastLine: whole ? Number.POSITIVE_INFINITY : line,
      used: false,
    });
  }
  return found;
}

/** The ids before the colon; what follows it is the author's reason. */
function ruleIds(text: string): string[] {
  return text
    .split(':')[0]!
    .split(/[\s,]+/)
    .filter((word) => /^[a-z][a-z-]*$/.test(word));
}
