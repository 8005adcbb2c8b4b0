import { isMap } from '../../catalog/settings/json-map.ts';
import { readJson } from '../../document/json-document.ts';

/** One query of a trigger set. */
export interface TriggerQuery {
  readonly query: string;
  readonly shouldTrigger: boolean;
}

/** The queries of a set, and those that cannot be asked, with the reason. */
export interface TriggerSet {
  readonly queries: readonly TriggerQuery[];
  /** Sentences without a full stop. */
  readonly notes: readonly string[];
}

/** More queries are not asked: nobody would wait for them. */
const maxQueries = 500;

/** UTF-16 units of a query. */
const maxLength = 20_000;

/** Reads a trigger set; a string says why there is none. */
export function readTriggerSet(text: string): TriggerSet | string {
  const source = text.replace(/^\uFEFF/, '');
  const { faults, unread } = readJson(source);
  if (faults.length > 0) return 'The file is not valid JSON';
  const items = unread ? undefined : (JSON.parse(source) as unknown);
  if (!Array.isArray(items))
    return 'The file is not a trigger set: it has to be a list of objects with `query` and `should_trigger`';
  const notes: string[] = [];
  const queries = (items as unknown[]).slice(0, maxQueries).flatMap((item, index): TriggerQuery[] => {
    const reason = whyNotAsked(item);
    if (reason === undefined) {
      const { query, should_trigger: shouldTrigger } = item as { query: string; should_trigger: boolean };
      return [{ query: query.trim(), shouldTrigger }];
    }
    notes.push(`The query at index ${index} is not asked: ${reason}`);
    return [];
  });
  if (items.length > maxQueries) notes.push(`Only the first ${maxQueries} of ${items.length} queries are asked`);
  return queries.length === 0
    ? `The set has no query that can be asked${notes[0] ? `. ${notes[0]}` : ''}`
    : { queries, notes };
}

function whyNotAsked(item: unknown): string | undefined {
  if (!isMap(item) || typeof item.query !== 'string' || item.query.trim() === '') return 'it has no `query`';
  if (typeof item.should_trigger !== 'boolean') return '`should_trigger` is neither true nor false';
  if (item.query.trim().length > maxLength) return `it has more than ${maxLength} characters`;
  // A command runs without the model's choice, and changes the session.
  return /^[/!#]/.test(item.query.trim()) ? 'it begins with `/`, `!` or `#`, so the model does not choose' : undefined;
}
