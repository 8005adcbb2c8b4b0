import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import type { Random } from '../mutation/random.ts';
import type { Seeds } from './inputs/seeds.ts';

/** What a target is asked about. It can be stored, so that a failure becomes a fixture. */
export interface FuzzInput {
  readonly text: string;
  /** Where the text is: its kind follows from it. */
  readonly path: string;
  readonly runtime: RuntimeId;
  /** Arguments that a user types. */
  readonly given: string;
  /** Chooses a position in the text, or whatever else there are several of. */
  readonly cursor: number;
}

/** A part of the product, and what holds for it whatever it is given. */
export interface FuzzTarget {
  readonly name: string;
  /** How many of the inputs are for it, compared with the other targets. */
  readonly share: number;
  make(random: Random, seeds: Seeds): FuzzInput;
  /** Throws where a property does not hold. */
  check(input: FuzzInput): void | Promise<void>;
}

/** A property that does not hold. */
export class BrokenProperty extends Error {}

/** Fails with what was expected. */
export function hold(condition: boolean, property: string): asserts condition {
  if (!condition) throw new BrokenProperty(property);
}

/** Fails where two values, compared as JSON, differ. */
export function holdEqual(actual: unknown, expected: unknown, property: string): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new BrokenProperty(`${property}\n  ${shortened(left)}\n  ${shortened(right)}`);
}

function shortened(text: string | undefined): string {
  return text === undefined || text.length <= 400 ? String(text) : `${text.slice(0, 400)}…`;
}
