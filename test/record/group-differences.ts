import { compare, type FieldDifference } from './compare.ts';
import type { StoredCase } from './recorded-case.ts';
import { type CaseAnswers, type Verdict, verdictOf } from './verdict.ts';

/** An answered case and the verdict on it. */
export interface JudgedCase {
  readonly stored: StoredCase;
  readonly verdict: Verdict;
  readonly differences: readonly FieldDifference[];
}

/** Cases that differ in one field in the same way. A case is in a group for every field that differs. */
export interface DifferenceGroup {
  readonly verdict: Verdict;
  /** The field, and what all of the cases have in common. */
  readonly cause: string;
  readonly cases: readonly JudgedCase[];
}

export function judge(stored: StoredCase, answers: CaseAnswers): JudgedCase {
  const verdict = verdictOf(stored, answers);
  return { stored, verdict, differences: compare(stored.observed, answers.answers.at(-1)!) };
}

/** Groups what differs by cause, the largest group first. */
export function groupDifferences(cases: readonly JudgedCase[]): DifferenceGroup[] {
  const groups = new Map<string, { verdict: Verdict; cause: string; cases: JudgedCase[] }>();
  for (const judged of cases) {
    if (judged.verdict === 'same') continue;
    for (const cause of causesOf(judged.differences)) {
      const key = `${judged.verdict}: ${cause}`;
      const group = groups.get(key) ?? { verdict: judged.verdict, cause, cases: [] };
      group.cases.push(judged);
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((a, b) => b.cases.length - a.cases.length);
}

/** The fields that differ, each with what was removed and added if that is short enough to be a pattern. */
export function causesOf(differences: readonly FieldDifference[]): string[] {
  return differences.length === 0
    ? ['the last answer is as recorded']
    : differences.map(({ field, recorded, answered }) => `${field}: ${patternOf(recorded, answered)}`);
}

const maximumPattern = 60;

/** How a value changed, without what is specific to a case. */
export function patternOf(recorded: unknown, answered: unknown): string {
  if (recorded === undefined) return 'now present';
  if (answered === undefined) return 'now missing';
  if (Array.isArray(recorded) && Array.isArray(answered)) return patternOfLists(recorded, answered);
  if (typeof recorded !== 'string' || typeof answered !== 'string') {
    return `${short(JSON.stringify(recorded))} → ${short(JSON.stringify(answered))}`;
  }
  const [removed, added] = changedParts(recorded, answered);
  return `${short(JSON.stringify(removed))} → ${short(JSON.stringify(added))}`;
}

function patternOfLists(recorded: readonly unknown[], answered: readonly unknown[]): string {
  const texts = (list: readonly unknown[]): string[] => list.map((it) => JSON.stringify(it));
  const removed = without(texts(recorded), texts(answered));
  const added = without(texts(answered), texts(recorded));
  if (removed.length === 0 && added.length === 0) return 'another order';
  if (removed.length === 1 && added.length === 1) {
    const [before, after] = changedParts(removed[0]!, added[0]!);
    return `one entry, ${short(JSON.stringify(before))} → ${short(JSON.stringify(after))}`;
  }
  const list = (sign: string, entries: readonly string[]): string[] =>
    entries.length === 0 ? [] : [`${sign} ${short(entries.join(', '))}`];
  return [...list('without', removed), ...list('with', added)].join(', ');
}

/** The entries of a list that another lacks, counting repeated ones. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const remaining = [...others];
  return list.filter((it) => {
    const index = remaining.indexOf(it);
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
}

/** The middle of two texts without their common start and end; whole words. */
export function changedParts(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  while (start > 0 && isWord(one[start - 1])) start--;
  while (end > 0 && isWord(one[one.length - end])) end--;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\w-]/.test(character);
}

function short(text: string): string {
  return text.length > maximumPattern ? `${text.slice(0, maximumPattern)}…` : text;
}
