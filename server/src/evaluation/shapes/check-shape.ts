import {
  CASE_KEYS,
  CONTEXT_KEYS,
  type EvaluationKeys,
  EXECUTION_KEYS,
  GRADERS,
  type GraderFacts,
  isGraderType,
} from '../../dialect/evaluations.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import { entryOf, type Mapping, type Value, valueAt } from '../values/value.ts';
import type { ShapeFault } from './shape-fault.ts';
import { wrongParts } from './value-forms.ts';

/** How unknown keys are treated, and where they are. */
interface Place {
  /** In words: `a regex grader`. */
  readonly place: string;
  /** Whether the runner ignores unknown keys, or rejects the case. */
  readonly others: 'rejected' | 'dropped' | 'free';
  /** Before the names of keys: `execution.`. */
  readonly prefix?: string;
}

/** The faults in the keys and values of a mapping. */
export function checkKeys(value: Mapping, keys: EvaluationKeys, { place, others, prefix = '' }: Place): ShapeFault[] {
  return value.entries.flatMap((entry): ShapeFault[] => {
    // Only the last of several counts.
    if (entryOf(value, entry.key) !== entry) return [];
    const facts = Object.hasOwn(keys, entry.key) ? keys[entry.key]! : undefined;
    if (!facts) {
      if (others === 'free') return [];
      return [{ kind: 'key', entry, known: Object.keys(keys), place, isDropped: others === 'dropped' }];
    }
    return wrongParts(entry.value, facts).map((part) => ({
      kind: 'value',
      range: part.value.range,
      name: `${prefix}${entry.key}${part.suffix}`,
      facts,
      value: part.value,
    }));
  });
}

/** The faults in the definition of a case, apart from what a `prompt.md` and the graders next to it add. */
export function checkCase(value: Mapping): ShapeFault[] {
  const faults = checkKeys(value, CASE_KEYS, { place: 'a `case.yaml`', others: 'dropped' });
  for (const [key, keys] of [
    ['execution', EXECUTION_KEYS],
    ['context', CONTEXT_KEYS],
  ] as const) {
    const inner = valueAt(value, key);
    if (inner?.kind !== 'map') continue;
    faults.push(...checkKeys(inner, keys, { place: `\`${key}\``, others: 'dropped', prefix: `${key}.` }));
  }
  const graders = valueAt(value, 'graders');
  for (const grader of graders?.kind === 'list' ? graders.items : []) faults.push(...checkGrader(grader, 'listed'));
  return faults;
}

/** The text of a grader's file after its frontmatter. */
interface GraderBody {
  /** Whether there is text. */
  readonly isFilled: boolean;
  /** Where a missing key is reported. */
  readonly range: TextRange;
}

/** The faults of a grader: one in the list of a case, or the frontmatter of a file. */
export function checkGrader(grader: Value, body: GraderBody | 'listed'): ShapeFault[] {
  const { type: typeFacts, name: nameFacts } = GRADERS.regex.keys;
  if (grader.kind !== 'map') {
    const facts = { ...CASE_KEYS.graders!, form: 'object' } as const;
    return [{ kind: 'value', range: grader.range, name: 'graders item', facts, value: grader }];
  }
  const at = body === 'listed' ? (grader.entries[0]?.keyRange ?? grader.range) : body.range;
  const type = valueAt(grader, 'type');
  if (!type) return [{ kind: 'missing', range: at, name: 'type', facts: typeFacts!, place: 'The grader' }];
  if (type.kind !== 'string' || !isGraderType(type.value)) {
    return [{ kind: 'value', range: type.range, name: 'type', facts: typeFacts!, value: type }];
  }
  const facts: GraderFacts = GRADERS[type.value];
  const place = `a \`${type.value}\` grader`;
  const faults = checkKeys(grader, facts.keys, { place, others: 'rejected' });
  const needed = body === 'listed' ? ['name', ...facts.required] : facts.required;
  for (const key of needed) {
    const isBody = body !== 'listed' && body.isFilled && key === facts.body;
    if (isBody || entryOf(grader, key)) continue;
    const missing = key === 'name' ? nameFacts! : facts.keys[key]!;
    faults.push({ kind: 'missing', range: at, name: key, facts: missing, place: `The ${place.slice(2)}` });
  }
  return faults;
}
