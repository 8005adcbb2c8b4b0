import { isJsonKind } from '../../server/src/document/runtime-id.ts';
import type { TextRange } from '../../server/src/document/text/text-range.ts';
import type { CheckedFile } from '../../server/src/features/check/check-file.ts';
import { fixAll } from '../../server/src/features/fixes/fix-all.ts';
import type { Finding, Fix } from '../../server/src/rules/rule.ts';
import type { CorpusFile } from './corpus-file.ts';

/** A check of one file: every string is something that is wrong. */
export type Invariant = (file: CorpusFile) => readonly string[];

/** What holds for every text, whatever is found in it. */
export const invariants: Readonly<Record<string, Invariant>> = {
  'every range is inside the file': ({ text, findings }) =>
    findings.flatMap((finding) =>
      rangesOf(finding)
        .filter(({ start, end }) => !(0 <= start && start <= end && end <= text.length))
        .map(({ start, end }) => `${finding.rule} speaks of ${start}–${end} of ${text.length}`),
    ),
  'every fix keeps the frontmatter and removes its finding': (file) =>
    file.findings.flatMap((finding) => (finding.fixes ?? []).flatMap((fix) => faultsOfFix(file, finding, fix))),
  'fix-all leaves nothing for a second time': (file) => {
    const check = (text: string) => file.recheck(text).findings;
    const once = fixAll(file.text, check);
    const twice = fixAll(once.text, check);
    return twice.edits.length > 0 ? [`the second time changes ${JSON.stringify(twice.edits)}`] : [];
  },
  'line ends of Windows change nothing but the repair': (file) => {
    const windows = file.recheck(file.text.replaceAll('\n', '\r\n'));
    // A template inside a skill tells what is worst, and without the repair that is another thing.
    if (isRepairLost(file, windows) && file.context.insideSkill) return [];
    return isRepairLost(file, windows)
      ? differences(complaintsOfYaml(file).map(asError), complaintsOfYaml(windows))
      : differences(linesOf(file).filter(isNotLength), linesOf(windows).filter(isNotLength));
  },
  'a byte order mark adds one hint': (file) => {
    // JSON with one is read like any other.
    if (isJsonKind(file.context.kind)) return [];
    const marked = file.recheck(`\uFEFF${file.text}`);
    return differences(['file-encoding hint 1', ...linesOf(file)], linesOf(marked));
  },
};

function rangesOf({ range, related = [], fixes = [] }: Finding): TextRange[] {
  return [range, ...related.map((it) => it.range), ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.range))];
}

function faultsOfFix({ text, document, findings, recheck }: CorpusFile, finding: Finding, fix: Fix): string[] {
  // Without the file's new place there is nothing to look at.
  if (fix.rename) return [];
  const fixed = recheck(applyFix(text, fix));
  const ofRule = (all: readonly Finding[]) => all.filter(({ rule }) => rule === finding.rule);
  const faults: string[] = [];
  const what = `${finding.rule}, "${fix.title}"`;
  const left = ofRule(fixed.findings);
  // A rule that reports the first place only goes on with the next one, farther down.
  const isFartherDown = left.every(({ range }) => range.start > finding.range.end);
  if (left.length >= ofRule(findings).length && !isFartherDown) faults.push(`${what}: the finding is still there`);
  const isInBody = fix.edits.every(({ range }) => range.start >= document.bodyStart);
  const mayStayLost = document.frontmatter.reading === 'lost' && (isInBody || ofRule(findings).length > 1);
  if (fixed.document.frontmatter.reading === 'lost' && !mayStayLost) faults.push(`${what}: the fields are lost`);
  if (document.frontmatter.fields.size > 0 && fixed.document.frontmatter.fields.size === 0)
    faults.push(`${what}: no field is left`);
  return faults;
}

/** The text after the edits of a fix, which do not overlap. */
function applyFix(text: string, { edits }: Fix): string {
  return edits
    .toSorted((a, b) => b.range.start - a.range.start)
    .reduce((changed, { range, newText }) => changed.slice(0, range.start) + newText + changed.slice(range.end), text);
}

/** What is found, on which line. */
function linesOf({ document, findings }: CheckedFile): string[] {
  return findings.map(({ rule, severity, range }) => `${rule} ${severity} ${document.lines.lineAt(range.start) + 1}`);
}

/** Where Claude Code cuts a body after `/compact` depends on its length in UTF-16 units, carriage returns included. */
function isNotLength(line: string): boolean {
  return !line.startsWith('body-token-budget ');
}

/**
 * Whether the client's repair, which fails on lines that end in a carriage return, is what made a file readable. Then
 * the other rules have no fields to speak of any more.
 */
function isRepairLost(before: CorpusFile, after: CheckedFile): boolean {
  return before.document.frontmatter.reading === 'repaired' && after.document.frontmatter.reading === 'lost';
}

function complaintsOfYaml(checked: CheckedFile): string[] {
  return linesOf(checked).filter((line) => line.startsWith('yaml-'));
}

function asError(line: string): string {
  return line.replace(/^yaml-lenient \w+/, 'yaml-syntax error');
}

function differences(expected: readonly string[], actual: readonly string[]): string[] {
  return [
    ...without(expected, actual).map((line) => `missing: ${line}`),
    ...without(actual, expected).map((line) => `not expected: ${line}`),
  ];
}

/** The items of `all` that `others` does not have, or not as often. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return all.filter((item) => {
    const index = rest.indexOf(item);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}
