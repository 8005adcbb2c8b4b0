import { createHash } from 'node:crypto';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { textRange } from '../../../document/text/text-range.ts';
import { safeEdits } from '../../../features/fixes/fix-all.ts';
import type { Finding } from '../../../rules/rule.ts';
import type { Replacement, ReportedFinding } from './check-report.ts';

/** Characters of a line that tell it apart from others. */
const comparedLength = 1000;

/** Digits of a hash: enough for the lines of one file. */
const fingerprintLength = 24;

/**
 * Tells a finding apart from others of the same rule in the same file, whatever is written above or below: the text
 * of the line where it begins and what is marked there, both without the whitespace that formatting changes.
 */
export function withFingerprint(
  finding: Finding,
  { text, lines }: SkillDocument,
): Pick<ReportedFinding, 'fingerprint'> {
  const { start, end } = finding.range;
  const line = lines.lineAt(start);
  const lineEnd = lines.endOf(line);
  const whole = text.slice(lines.startOf(line), Math.min(lineEnd, lines.startOf(line) + comparedLength));
  const marked = text.slice(start, Math.min(end, lineEnd, start + comparedLength));
  const compared = [finding.rule, ...[whole, marked].map((it) => it.trim().replace(/\s+/g, ' '))];
  const hash = createHash('sha256').update(JSON.stringify(compared)).digest('hex');
  return { fingerprint: hash.slice(0, fingerprintLength) };
}

/** The same with the replacements of its safe fix. */
export function withFix(
  finding: Finding,
  document: SkillDocument,
  encoding: string,
): Pick<ReportedFinding, 'fingerprint' | 'replacements'> {
  const { lines } = document;
  // The text of a file in another encoding is not its real content.
  const edits = encoding === 'utf-8' ? safeEdits(finding).flat() : [];
  const replacements = edits.map(({ range, newText }): Replacement => {
    const { start, end } = textRange(range.start, range.end);
    return { range: { start: lines.positionAt(start), end: lines.positionAt(end) }, newText };
  });
  return { ...withFingerprint(finding, document), ...(replacements.length > 0 && { replacements }) };
}
