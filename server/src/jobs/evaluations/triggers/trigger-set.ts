import { readJson } from '../../../document/json-document.ts';
import { isMap, type JsonMap, textOf } from '../../../document/json-values.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { showText } from '../../../rules/messages/show-value.ts';
import { partsOf, type QueryPart, type WrittenQuery } from './split-queries.ts';

export interface TriggerQuery extends WrittenQuery {
  readonly part: QueryPart;
}

/** The queries of a set, and those that cannot be asked, with the reason. */
export interface TriggerSet {
  readonly queries: readonly TriggerQuery[];
  /** Sentences without a full stop. */
  readonly notes: readonly string[];
  /** The skill that the set names; undefined if it names none. */
  readonly skillName: string | undefined;
}

/** More queries are not asked: nobody would wait for them. */
const maxQueries = 500;

/** UTF-16 units of a query. */
const maxLength = 20_000;

const noSet = 'The file is not a trigger set: it has to be a list of objects with `query` and `should_trigger`';

/** Where sets that are not a list have it. Seen in public sets. */
const listKeys = ['cases', 'queries', 'evals', 'tests', 'prompts'] as const;

/** An item of a set: what it says itself, or what the list says in which it is. */
interface SetItem {
  readonly value: unknown;
  /** For messages: `at index 3`. */
  readonly place: string;
  readonly shouldTrigger?: boolean;
}

/**
 * Reads a trigger set. It is a list of objects with `query` or `prompt` and
 * `should_trigger`, an object with such a list, or an object with the lists `should_trigger` and `should_not_trigger`.
 */
export function readTriggerSet(text: string): TriggerSet | Refusal {
  const source = text.replace(/^\uFEFF/, '');
  const { faults, unread } = readJson(source);
  if (faults.length > 0) return { problem: 'The file is not valid JSON' };
  const data = unread ? undefined : (JSON.parse(source) as unknown);
  const items = itemsOf(data);
  if (!items) return { problem: noSet };
  const notes: string[] = [];
  const queries = items.slice(0, maxQueries).flatMap((item): WrittenQuery[] => {
    const read = readItem(item);
    if (!('problem' in read)) return [read];
    const which = read.query === undefined ? item.place : showText(read.query);
    notes.push(`The query ${which} is not asked: ${read.problem}`);
    return [];
  });
  if (items.length > maxQueries) notes.push(`Only the first ${maxQueries} of ${items.length} queries are asked`);
  const skillName = isMap(data) ? (textOf(data.skill_name) ?? textOf(data.skill)) : undefined;
  if (queries.length === 0)
    return { problem: `The set has no query that can be asked${notes[0] ? `. ${notes[0]}` : ''}` };
  const parts = partsOf(queries);
  return { queries: queries.map((query, index) => ({ ...query, part: parts[index]! })), notes, skillName };
}

function itemsOf(data: unknown): readonly SetItem[] | undefined {
  if (Array.isArray(data)) return numbered(data);
  if (!isMap(data)) return undefined;
  const { should_trigger: should, should_not_trigger: shouldNot } = data;
  if (Array.isArray(should) || Array.isArray(shouldNot))
    return [...partOf(should, 'should_trigger', true), ...partOf(shouldNot, 'should_not_trigger', false)];
  const lists = listKeys.flatMap((key) => (Array.isArray(data[key]) ? [numbered(data[key])] : []));
  return lists.find((list) => list.some(({ value }) => isMap(value) && 'should_trigger' in value)) ?? lists[0];
}

function numbered(values: readonly unknown[]): readonly SetItem[] {
  return values.map((value, index) => ({ value, place: `at index ${index}` }));
}

function partOf(values: unknown, key: string, shouldTrigger: boolean): readonly SetItem[] {
  if (!Array.isArray(values)) return [];
  return values.map((value: unknown, index) => ({ value, place: `at index ${index} of \`${key}\``, shouldTrigger }));
}

/** Why an item is not asked, and its query if that tells more than its place. */
type UnaskedItem = Refusal & { readonly query?: string };

function readItem({ value, shouldTrigger: should }: SetItem): WrittenQuery | UnaskedItem {
  const written = typeof value === 'string' && should !== undefined ? value : isMap(value) ? queryOf(value) : undefined;
  const query = written?.trim() ?? '';
  if (query === '') return { problem: 'it has no `query`' };
  const shouldTrigger = should ?? (isMap(value) ? value.should_trigger : undefined);
  if (typeof shouldTrigger !== 'boolean') return { problem: '`should_trigger` is neither true nor false' };
  if (query.length > maxLength) return { problem: `it has more than ${maxLength} characters` };
  // A command runs without the model's choice, and changes the session.
  if (/^[/!#]/.test(query)) return { problem: 'it begins with `/`, `!` or `#`, so the model does not choose', query };
  return { query, shouldTrigger };
}

function queryOf({ query, prompt }: JsonMap): string | undefined {
  return textOf(query) ?? textOf(prompt);
}
