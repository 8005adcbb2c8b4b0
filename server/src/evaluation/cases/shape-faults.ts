import { MOCK_KEYS, PROMPT_KEYS, SET_ITEM_KEYS, SET_KEYS, TRIGGER_KEYS } from '../../dialect/evaluations.ts';
import { textRange } from '../../document/text/text-range.ts';
import { checkCase, checkGrader, checkKeys } from '../shapes/check-shape.ts';
import type { ShapeFault } from '../shapes/shape-fault.ts';
import { entryOf, type Mapping, type Value, valueAt } from '../values/value.ts';
import { type EvaluationFile, mappingOf } from './read-evaluation.ts';

/** The faults in the keys and values of a file; none for one that cannot be read. */
export function shapeFaults(file: EvaluationFile): readonly ShapeFault[] {
  const { kind, fault, isUnread, hasFrontmatter, head, body, data } = file;
  if (fault || isUnread) return [];
  const mapping = mappingOf(file);
  switch (kind) {
    case 'eval-prompt':
      return mapping ? checkKeys(mapping, PROMPT_KEYS, { place: 'a `prompt.md`', others: 'rejected' }) : [];
    case 'eval-case':
      return mapping ? checkCase(mapping) : [];
    case 'eval-grader': {
      if (!hasFrontmatter) return [];
      const empty: Mapping = { kind: 'map', entries: [], range: head };
      return checkGrader(mapping ?? empty, { isFilled: body.end > body.start, range: head });
    }
    case 'eval-mock':
      return mapping ? checkKeys(mapping, MOCK_KEYS, { place: 'a mock', others: 'rejected' }) : [];
    // Other keys are ignored: servers answer with more.
    case 'eval-tools':
      return [];
    case 'eval-set':
      return mapping ? setFaults(mapping) : [];
    case 'trigger-set':
      return data?.kind === 'list' ? data.items.flatMap((item) => itemFaults(item, trigger)) : [];
  }
}

/** The shape of an item of a set. */
interface ItemShape {
  readonly keys: typeof SET_ITEM_KEYS;
  /** The keys that it must have; of those in a list, one. */
  readonly required: readonly (readonly string[])[];
  readonly place: string;
  readonly list: string;
}

const evaluation: ItemShape = { keys: SET_ITEM_KEYS, required: [['prompt']], place: 'The evaluation', list: 'evals' };
const trigger: ItemShape = {
  keys: TRIGGER_KEYS,
  required: [['query', 'prompt'], ['should_trigger']],
  place: 'The query',
  list: 'the list',
};

function setFaults(set: Mapping): ShapeFault[] {
  const items = valueAt(set, 'evals');
  const faults = checkKeys(set, SET_KEYS, { place: 'the set', others: 'free' });
  return [...faults, ...(items?.kind === 'list' ? items.items.flatMap((item) => itemFaults(item, evaluation)) : [])];
}

function itemFaults(item: Value, { keys, required, place, list }: ItemShape): ShapeFault[] {
  if (item.kind !== 'map') {
    const facts = { form: 'object', description: '', example: '{ … }' } as const;
    return [{ kind: 'value', range: item.range, name: `an item of ${list}`, facts, value: item }];
  }
  const missing = required.flatMap((names) => (names.some((key) => entryOf(item, key)) ? [] : names.slice(0, 1)));
  const range = textRange(item.range.start, item.range.start + 1);
  return [
    ...checkKeys(item, keys, { place, others: 'free' }),
    ...missing.map((key): ShapeFault => ({ kind: 'missing', range, name: key, facts: keys[key]!, place })),
  ];
}
