import { isMap, type JsonMap, textOf } from '../../../document/json-values.ts';
import type { NewFile } from '../../skills/templates/new-file.ts';
import {
  asWritten,
  criterionText,
  type FrontmatterLine,
  newCaseTools,
  withFrontmatter,
  yamlList,
  yamlText,
} from './case-texts.ts';

/** The file in which a case keeps what `evals.json` says and the case cannot. No runner reads it. */
export const keptFile = 'converted.json';

/** The content of {@link keptFile} in the folder of a case. */
export interface KeptOfItem {
  /** Keys that the case does not have, with their values. */
  readonly item?: JsonMap;
  /** The name of the folder, if no `id` has led to it. */
  readonly folder?: string;
  /** The item has no `id`. */
  readonly withoutId?: true;
  /** The criteria are called `assertions`. */
  readonly asserts?: true;
}

/** The keys under which an item lists what should hold. */
const listKeys = ['expectations', 'assertions'] as const;

/** The name of the grader that has what should come out, if nothing else is expected. */
export const outcomeGrader = 'graders/expected-output.md';

/** The id that the name of a folder stands for. */
export function idOfFolder(folder: string): string | number {
  const number = /^eval-(0|[1-9]\d{0,14})$/.exec(folder)?.[1];
  return number === undefined ? folder : Number(number);
}

/** The parts of an item of `evals.json` that a case can express, and all others. */
export interface SplitItem {
  readonly prompt: string;
  readonly outcome: string | undefined;
  readonly criteria: readonly string[];
  readonly kept: KeptOfItem;
}

/** Splits an item; undefined if it has no prompt, without which there is no case. */
export function splitItem(item: unknown, folder: string): SplitItem | undefined {
  if (!isMap(item)) return undefined;
  const prompt = textOf(item.prompt);
  if (prompt === undefined || asWritten(prompt) === '') return undefined;
  const listKey = listKeys.find((key) => Array.isArray(item[key]));
  const listed = listKey === undefined ? [] : (item[listKey] as readonly unknown[]);
  const criteria = listed.flatMap((it) => (typeof it === 'string' && asWritten(it) !== '' ? [asWritten(it)] : []));
  const outcome = textOf(item.expected_output);
  const written = outcome === undefined || asWritten(outcome) === '' ? undefined : asWritten(outcome);
  const isWhole = (key: string, value: unknown): boolean => {
    if (key === 'prompt') return prompt === asWritten(prompt);
    if (key === 'expected_output') return value === written;
    if (key === listKey) return listed.length > 0 && listed.every((it, index) => it === criteria[index]);
    return key === 'id' && value === idOfFolder(folder);
  };
  const left = Object.entries(item).filter(([key, value]) => !isWhole(key, value));
  return {
    prompt: asWritten(prompt),
    outcome: written,
    criteria,
    kept: {
      ...(left.length > 0 && { item: Object.fromEntries(left) }),
      ...(!Object.hasOwn(item, 'id') && { withoutId: true }),
      ...(listKey === 'assertions' && { asserts: true }),
    },
  };
}

/** The files of a case that says what an item says; without {@link keptFile}. */
export function filesOfItem({
  prompt,
  outcome,
  criteria,
}: Pick<SplitItem, 'prompt' | 'outcome' | 'criteria'>): readonly NewFile[] {
  const lines: FrontmatterLine[] = outcome === undefined ? [] : [['expected_outcome', yamlText(outcome)]];
  const isOnly = criteria.length === 0 && outcome !== undefined;
  return [
    {
      path: 'prompt.md',
      text: withFrontmatter([...lines, ['max_turns', '10'], ['allowed_tools', yamlList(newCaseTools)]], prompt),
    },
    ...criteria.map((text, index) => ({ path: criterionPath(index), text: criterionText(text) })),
    ...(isOnly ? [{ path: outcomeGrader, text: criterionText(outcome) }] : []),
  ];
}

/** Where the criterion with this index is. */
function criterionPath(index: number): string {
  return `graders/expectation-${index + 1}.md`;
}

/** A case with its kept parts, as an item again. Changes of the case since then count. */
export function itemOfCase(
  { prompt, outcome, criteria }: Pick<SplitItem, 'prompt' | 'outcome' | 'criteria'>,
  { item: kept = {}, withoutId, asserts }: KeptOfItem,
  folder: string,
): JsonMap {
  const isStill = (key: string, now: unknown) => Object.hasOwn(kept, key) && sameAsWritten(kept[key], now);
  const listKey = asserts ? 'assertions' : 'expectations';
  const item: [string, unknown][] = [];
  if (!withoutId && !Object.hasOwn(kept, 'id')) item.push(['id', idOfFolder(folder)]);
  if (!isStill('prompt', prompt)) item.push(['prompt', prompt]);
  if (outcome !== undefined && !isStill('expected_output', outcome)) item.push(['expected_output', outcome]);
  if (criteria.length > 0 && !isStill(listKey, criteria)) item.push([listKey, criteria]);
  const replaced = new Set(item.map(([key]) => key));
  const order = ['id', 'prompt', 'expected_output'];
  const all = [...item, ...Object.entries(kept).filter(([key]) => !replaced.has(key))];
  const rank = ([key]: [string, unknown]) => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(all.toSorted((a, b) => rank(a) - rank(b)));
}

/** Whether a value says what a case says now: only whitespace around texts, and values other than texts, were left out of it. */
function sameAsWritten(kept: unknown, now: unknown): boolean {
  if (typeof now === 'string') return typeof kept === 'string' && asWritten(kept) === now;
  if (!Array.isArray(now) || !Array.isArray(kept)) return false;
  const texts = kept.flatMap((it) => (typeof it === 'string' && asWritten(it) !== '' ? [asWritten(it)] : []));
  return texts.length === now.length && texts.every((text, index) => text === now[index]);
}
