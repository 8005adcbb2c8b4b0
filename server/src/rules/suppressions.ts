import { MAX_LISTED_FINDINGS } from '../dialect/limits.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import { type TextRange, textRange } from '../document/text/text-range.ts';
import { leftOut } from './messages/left-out.ts';
import type { Finding, RuleFacts, RuleLevels } from './rule.ts';

/** An author's comment that suppresses rules. */
interface Suppression {
  /** Where the comment is. */
  readonly range: TextRange;
  /** Empty for all rules. */
  readonly rules: readonly string[];
  /** The line it covers; undefined for the whole file. */
  readonly line: number | undefined;
}

const bodyComment = /^<!--\s*skillwright-disable-(next-line|file)\b([\s\S]*)-->$/;
const frontmatterComment = /#\s*skillwright-disable-(line|next-line)\b([^\r\n]*)/g;

/** What reports a suppression that suppresses nothing. */
export const unusedSuppression = {
  id: 'suppression-unused',
  level: 'hint',
  summary: 'A comment that disables a rule that reports nothing there',
  source: 'Skillwright',
} as const satisfies RuleFacts;

/** Further rules of a comment are not named. */
const maxNamed = 5;

/**
 * Removes the findings that the author's comments suppress and reports comments that suppress nothing.
 *
 * `<!-- skillwright-disable-next-line rule-id: why -->` and `<!-- skillwright-disable-file rule-id: why -->` are
 * written in the body, `# skillwright-disable-line rule-id` in the frontmatter.
 */
export function applySuppressions(document: SkillDocument, findings: Finding[], levels: RuleLevels): Finding[] {
  if (!document.text.includes('skillwright-disable-')) return findings;
  const suppressions = readSuppressions(document);
  const { silencing, used } = indexOf(suppressions);
  const kept = findings.filter((finding) => {
    const line = document.lines.lineAt(finding.range.start);
    const found = silencing(line, finding.rule);
    for (const key of found) used.add(key);
    return found.length === 0;
  });
  const level = levels[unusedSuppression.id] ?? unusedSuppression.level;
  if (level === 'off') return kept;
  const unused = suppressions.filter((suppression) => !keysOf(suppression).some((key) => used.has(key)));
  for (const { range, rules } of unused.slice(0, MAX_LISTED_FINDINGS)) {
    kept.push({
      rule: unusedSuppression.id,
      severity: level,
      range,
      message: `Nothing is reported here${rules.length > 0 ? ` for ${inShort(rules)}` : ''}; remove the comment`,
      tag: 'unnecessary',
      fixes: [{ title: 'Remove the comment', safe: false, edits: [{ range, newText: '' }] }],
    });
  }
  const first = unused[MAX_LISTED_FINDINGS];
  if (first) kept.push(leftOut(unusedSuppression.id, first.range));
  return kept;
}

/** Finds the suppression of a rule on a line, in constant time. */
function indexOf(suppressions: readonly Suppression[]) {
  const known = new Set(suppressions.flatMap(keysOf));
  const silencing = (line: number, rule: string) =>
    [keyOf(line, rule), keyOf(line, everyRule), keyOf(undefined, rule), keyOf(undefined, everyRule)].filter((key) =>
      known.has(key),
    );
  return { silencing, used: new Set<string>() };
}

const everyRule = '*';

/** The scope of a comment; comments with the same scope are used together. */
function keysOf({ line, rules }: Suppression): string[] {
  return rules.length === 0 ? [keyOf(line, everyRule)] : rules.map((rule) => keyOf(line, rule));
}

function keyOf(line: number | undefined, rule: string): string {
  return `${line ?? ''} ${rule}`;
}

function inShort(rules: readonly string[]): string {
  const named = rules.slice(0, maxNamed).map((rule) => `\`${rule}\``);
  return rules.length > maxNamed ? `${named.join(', ')} …` : named.join(', ');
}

function readSuppressions(document: SkillDocument): Suppression[] {
  const { text, lines, frontmatter, body } = document;
  const found: Suppression[] = [];
  const block = frontmatter.block?.content;
  if (block) {
    for (const match of text.slice(block.start, block.end).matchAll(frontmatterComment)) {
      const range = textRange(block.start + match.index, block.start + match.index + match[0].trimEnd().length);
      const line = lines.lineAt(range.start) + (match[1] === 'next-line' ? 1 : 0);
      found.push({ range, rules: ruleIds(match[2]!), line });
    }
  }
  for (const range of body.comments) {
    const match = bodyComment.exec(text.slice(range.start, range.end));
    if (!match) continue;
    const line = match[1] === 'file' ? undefined : lines.lineAt(range.end) + 1;
    found.push({ range, rules: ruleIds(match[2]!), line });
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
