import { MAX_LISTED_FINDINGS } from '../dialect/limits.ts';
import { nearestWord } from '../dialect/text/edit-distance.ts';
import type { SkillDocument } from '../document/skill-document.ts';
import { type TextRange, textRange } from '../document/text/text-range.ts';
import { oncePer } from '../platform/once.ts';
import { rules as allRules } from './index.ts';
import { leftOut } from './messages/left-out.ts';
import type { Finding, Rule, RuleFacts, RuleLevels } from './rule.ts';

/** An author's comment that suppresses rules. */
interface Suppression {
  /** Where the comment is. */
  readonly range: TextRange;
  /** The names in the comment, whether or not they are rules; empty for all rules. */
  readonly rules: readonly string[];
  /** Why, in the author's words; empty if they gave no reason. */
  readonly reason: string;
  /** The line it covers; undefined for the whole file. */
  readonly line: number | undefined;
}

const bodyComment = /^<!--\s*skillwright-disable-(next-line|file)\b([\s\S]*)-->$/;
const frontmatterComment = /#\s*skillwright-disable-(line|next-line)\b([^\r\n]*)/g;

/** The rule that reports a suppression that suppresses nothing, or that names a rule that does not exist. */
export const unusedSuppression = {
  id: 'suppression-unused',
  level: 'hint',
  summary: 'A comment that disables a rule that reports nothing there',
  source: 'Skillwright',
} as const satisfies RuleFacts;

/** Further rules of a comment are not named. */
const maxNamed = 5;

/** Called with each finding that a comment suppresses, and the reason in the comment, which may be empty. */
export type OnSuppressed = (finding: Finding, reason: string) => void;

/**
 * Removes the findings that the author's comments suppress and reports comments that suppress nothing.
 *
 * `<!-- skillwright-disable-next-line rule-id: why -->` and `<!-- skillwright-disable-file rule-id: why -->` are
 * written in the body, `# skillwright-disable-line rule-id` in the frontmatter.
 */
export function applySuppressions(
  document: SkillDocument,
  findings: Finding[],
  rules: readonly Rule[],
  levels: RuleLevels,
  onSuppressed: OnSuppressed = () => {},
): Finding[] {
  if (!document.text.includes('skillwright-disable-')) return findings;
  const suppressions = readSuppressions(document);
  const { silencing, used, reasons } = indexOf(suppressions);
  const kept = findings.filter((finding) => {
    const line = document.lines.lineAt(finding.range.start);
    const found = silencing(line, finding.rule);
    for (const key of found) used.add(key);
    if (found.length > 0) onSuppressed(finding, found.map((key) => reasons.get(key)).find(Boolean) ?? '');
    return found.length === 0;
  });
  const level = levels[unusedSuppression.id] ?? unusedSuppression.level;
  if (level === 'off') return kept;
  const ids = idsOf(rules);
  let reported = 0;
  for (const suppression of suppressions) {
    const { range } = suppression;
    const isUnused = !keysOf(suppression).some((key) => used.has(key));
    if (!isUnused && suppression.rules.every((rule) => ids.has(rule))) continue;
    if (reported++ === MAX_LISTED_FINDINGS) {
      kept.push(leftOut(unusedSuppression.id, range));
      break;
    }
    const message = complaintAbout(suppression, ids);
    const finding = { rule: unusedSuppression.id, severity: level, range, message };
    const removal = { title: 'Remove the comment', safe: false, edits: [{ range, newText: '' }] };
    kept.push(isUnused ? { ...finding, tag: 'unnecessary', fixes: [removal] } : finding);
  }
  return kept;
}

/** The problem with a comment that names a rule that does not exist, or that suppresses nothing. */
function complaintAbout({ rules }: Suppression, ids: ReadonlySet<string>): string {
  const unknown = rules.find((rule) => !ids.has(rule));
  if (unknown === undefined) {
    return `Nothing is reported here${rules.length > 0 ? ` for ${inShort(rules)}` : ''}; remove the comment`;
  }
  // The author chose the word: it could be of any length and look like anything.
  if (!/^[\w.-]{1,40}$/.test(unknown)) return 'What is before the colon must be rules; write reasons after the colon';
  const nearest = nearestWord(unknown.toLowerCase(), [...ids]);
  return `Unknown rule \`${unknown}\`; ${nearest ? `did you mean \`${nearest}\`?` : 'write reasons after a colon'}`;
}

/** The ids of all rules and of those that check: sometimes that is only one of them. */
const idsOf = oncePer(
  (rules: readonly Rule[]): ReadonlySet<string> =>
    new Set([...[...allRules, ...rules].map(({ id }) => id), unusedSuppression.id]),
);

/** Finds the suppression of a rule on a line, in constant time. */
function indexOf(suppressions: readonly Suppression[]) {
  const reasons = new Map(suppressions.flatMap((it) => keysOf(it).map((key) => [key, it.reason] as const)));
  const silencing = (line: number, rule: string) =>
    [keyOf(line, rule), keyOf(line, everyRule), keyOf(undefined, rule), keyOf(undefined, everyRule)].filter((key) =>
      reasons.has(key),
    );
  return { silencing, used: new Set<string>(), reasons };
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
      found.push({ range, ...readComment(match[2]!), line });
    }
  }
  for (const range of body.comments) {
    const match = bodyComment.exec(text.slice(range.start, range.end));
    if (!match) continue;
    const line = match[1] === 'file' ? undefined : lines.lineAt(range.end) + 1;
    found.push({ range, ...readComment(match[2]!), line });
  }
  return found;
}

/**
 * The words before the colon, and the author's reason after it. A word that is not a rule counts too: without it, a
 * comment that names only such words would be one for all rules.
 */
function readComment(text: string): Pick<Suppression, 'rules' | 'reason'> {
  const colon = text.indexOf(':');
  const ids = colon < 0 ? text : text.slice(0, colon);
  return {
    rules: ids.split(/[\s,]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)),
    reason: colon < 0 ? '' : text.slice(colon + 1).trim(),
  };
}
