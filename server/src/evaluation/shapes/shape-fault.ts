import type { EvaluationKey } from '../../dialect/evaluations.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { Entry, Value } from '../values/value.ts';

/** A place where a file of an evaluation does not have the shape that it needs. */
export type ShapeFault = WrongValue | UnknownKey | MissingKey;

/** A value that a key cannot have. */
export interface WrongValue {
  readonly kind: 'value';
  readonly range: TextRange;
  /** The key in words: `max_turns`, `execution.max_turns` or `an item of tags`. */
  readonly name: string;
  readonly facts: EvaluationKey;
  readonly value: Value;
}

/** A key that the runner does not read. */
export interface UnknownKey {
  readonly kind: 'key';
  readonly entry: Entry;
  /** The keys that it reads there. */
  readonly known: readonly string[];
  /** Where it is, in words: `a regex grader`. */
  readonly place: string;
  /** It ignores the key; otherwise it rejects the case. */
  readonly isDropped: boolean;
}

/** A key that is needed. */
interface MissingKey {
  readonly kind: 'missing';
  readonly range: TextRange;
  readonly name: string;
  readonly facts: EvaluationKey;
  /** Where it is missing, in words. */
  readonly place: string;
}
