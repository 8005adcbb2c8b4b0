import { rangesTouch, type TextRange, textRange } from '../../server/src/document/text/text-range.ts';
import type { Finding, Fix } from '../../server/src/rules/rule.ts';
import { applyFix } from '../unit/rules/expect-findings.ts';
import { type CheckableFile, CleanText, type Plant } from './clean-text.ts';
import type { Mistake } from './mistake.ts';
import { Random } from './random.ts';

/** What became of one mistake in one file. */
export interface Outcome {
  readonly mistake: Mistake;
  readonly path: string;
  /** Found where it was planted, by the right rule. */
  readonly isFound: boolean;
  /** What else is found that was not before. */
  readonly others: readonly string[];
  /** How many safe fixes were applied. */
  readonly safeFixes: number;
  /** What is wrong with them. */
  readonly faults: readonly string[];
}

/** Plants a mistake and checks the file; undefined where it cannot be planted. */
export function plantMistake(mistake: Mistake, file: CheckableFile, seed: string): Outcome | undefined {
  const { path } = file.context;
  const plant = mistake.plant(new CleanText(file), new Random(`${seed} ${mistake.name} ${path}`));
  if (!plant) return undefined;
  const { replaced, newText } = plant;
  const text = plantedText(plant, file.text);
  const planted = textRange(replaced.start, replaced.start + newText.length);
  const where = plant.exactly ?? plant.foundAt ?? planted;
  const isOne = (range: TextRange) =>
    plant.exactly ? range.start === where.start && range.end === where.end : rangesTouch(range, where);
  const isExpected = ({ rule, range }: Finding) => mistake.rules.includes(rule) && isOne(range);
  const { findings } = file.recheck(text);
  const added = addedFindings(file.findings, findings, (at) => moved(at, replaced, newText.length));
  const found = findings.filter(isExpected);
  const safe = added
    .filter(isExpected)
    .flatMap(({ rule, fixes = [] }) => fixes.filter((fix) => fix.safe && !fix.rename).map((fix) => ({ rule, fix })));
  return {
    mistake,
    path,
    isFound: found.length > 0 || mistake.rules.length === 0,
    others: added
      .filter((finding) => !isExpected(finding) && !mistake.also?.includes(finding.rule))
      .map(({ rule, message }) => `${rule}: ${message}`),
    safeFixes: safe.length,
    faults: safe.flatMap(({ rule, fix }) =>
      faultsOfFix(rule, fix, text, [planted, where], file, findings, mistake.isMoved),
    ),
  };
}

/** The text with the mistake in it. */
export function plantedText({ replaced, newText }: Plant, text: string): string {
  return text.slice(0, replaced.start) + newText + text.slice(replaced.end);
}

/**
 * The findings that were not there before. One that is elsewhere now, such as the line from which on a body is too long, is
 * the same as one of its rule that is gone.
 */
function addedFindings(
  before: readonly Finding[],
  after: readonly Finding[],
  at: (offset: number) => number,
): readonly Finding[] {
  const keys = new Set(before.map((finding) => keyOf(finding, at)));
  const here = new Set(after.map((finding) => keyOf(finding, (offset) => offset)));
  const gone = before.filter((finding) => !here.has(keyOf(finding, at))).map(({ rule }) => rule);
  return after.filter((finding) => {
    if (keys.has(keyOf(finding, (offset) => offset))) return false;
    const same = gone.indexOf(finding.rule);
    if (same >= 0) gone.splice(same, 1);
    return same < 0;
  });
}

/** Where an offset of the clean text is afterwards; the ends of what was replaced stay at its ends. */
function moved(offset: number, replaced: TextRange, length: number): number {
  if (offset <= replaced.start) return offset;
  return offset >= replaced.end ? offset - (replaced.end - replaced.start) + length : -1;
}

function keyOf({ rule, range }: Finding, at: (offset: number) => number): string {
  return `${rule} ${at(range.start)}`;
}

/** A safe fix removes the findings of its rule, and leaves the text around the mistake as it was. */
function faultsOfFix(
  rule: string,
  fix: Fix,
  text: string,
  planted: readonly TextRange[],
  file: CheckableFile,
  findings: readonly Finding[],
  isMoved = false,
): string[] {
  const faults: string[] = [];
  const fixed = applyFix(text, fix);
  const count = (all: readonly Finding[]) => all.filter((finding) => finding.rule === rule).length;
  const after = file.recheck(fixed).findings;
  if (count(after) >= count(findings) || (count(file.findings) === 0 && count(findings) === 1 && count(after) > 0)) {
    faults.push(`“${fix.title}” leaves the finding`);
  }
  if (isMoved) {
    const words = (it: string) => it.split(/\s+/).sort().join(' ');
    if (words(fixed) !== words(text)) faults.push(`“${fix.title}” loses or adds words`);
  }
  for (const { range } of isMoved ? [] : fix.edits) {
    if (!planted.some((it) => rangesTouch(range, it)))
      faults.push(`“${fix.title}” changes ${JSON.stringify(text.slice(range.start, range.end))}`);
  }
  const before = new Set([...file.findings, ...findings].map((finding) => finding.rule));
  for (const { rule: other, message } of after) {
    if (!before.has(other)) faults.push(`“${fix.title}” brings ${other}: ${message}`);
  }
  return faults;
}
