import type { Pattern } from './pattern.ts';
import { States } from './states.ts';

/** Maximum number of states in all sets that an automaton remembers: about 4 MB. */
const maxRemembered = 1_000_000;

/*
 * Libraries for globs and `.gitignore` lines make regular expressions of them, which backtrack: one line of a repository could
 * hold the server for minutes. Tests compare what is matched with picomatch and ignore.
 */

/**
 * Matches a pattern without backtracking: it follows all paths through the pattern at once. Reading a unit costs at
 * most one step per state, and a single lookup if the same states met the same unit before.
 */
export class Automaton {
  readonly states: States;
  readonly #known = new Map<number, StateSet[]>();
  #remembered = 0;
  #start: StateSet | undefined;

  constructor(pattern: Pattern) {
    this.states = new States(pattern);
  }

  /** Starts to read a text. */
  start(): Reading {
    const reading = new Reading(this, this.#start);
    this.#start ??= reading.set;
    return reading;
  }

  /** The same object for the same states; undefined if there is no room for them. */
  remember(states: Int32Array, count: number): StateSet | undefined {
    let hash = count;
    for (let index = 0; index < count; index++) hash = (Math.imul(hash, 31) + states[index]!) | 0;
    const alike = this.#known.get(hash);
    const known = alike?.find((it) => it.states.length === count && it.states.every((id, at) => id === states[at]));
    if (known || this.#remembered + count > maxRemembered) return known;
    // A set costs about as much as fifty states, in addition to its own.
    this.#remembered += count + 50;
    const set = { states: states.slice(0, count), accepted: this.states.acceptedBy(states, count), next: new Map() };
    if (alike) alike.push(set);
    else this.#known.set(hash, [set]);
    return set;
  }

  /** Remembers the set that a unit leads to from another set. */
  keepWay(from: StateSet, unit: number, to: StateSet): void {
    if (this.#remembered > maxRemembered) return;
    this.#remembered += 10;
    from.next.set(unit, to);
  }
}

/** Remembered states, and the transitions from them that are known so far. */
interface StateSet {
  readonly states: Int32Array;
  readonly accepted: readonly number[];
  readonly next: Map<number, StateSet>;
}

/** Reads a text, unit by unit. */
export class Reading {
  /** The current set, if it is remembered; otherwise the states are in `#current`. */
  set: StateSet | undefined;
  readonly #automaton: Automaton;
  #current: Int32Array | undefined;
  #count = 0;
  /** Where the next states are written. */
  #spare: Int32Array | undefined;

  constructor(automaton: Automaton, start: StateSet | undefined) {
    this.#automaton = automaton;
    this.set = start;
    if (start) return;
    this.#current = new Int32Array(automaton.states.count);
    this.#count = automaton.states.begin(this.#current);
    this.set = automaton.remember(this.#current, this.#count);
  }

  read(unit: number): void {
    const { set } = this;
    const known = set?.next.get(unit);
    if (known) {
      this.set = known;
      return;
    }
    const { states } = this.#automaton;
    this.#spare ??= new Int32Array(states.count);
    const from = set?.states ?? this.#current!;
    const count = states.step(from, set ? from.length : this.#count, unit, this.#spare);
    this.set = this.#automaton.remember(this.#spare, count);
    if (set && this.set) this.#automaton.keepWay(set, unit, this.set);
    this.#count = count;
    [this.#current, this.#spare] = [this.#spare, this.#current];
  }

  /** The numbers of the patterns that match everything read so far, in ascending order. */
  get accepted(): readonly number[] {
    return this.set?.accepted ?? this.#automaton.states.acceptedBy(this.#current!, this.#count);
  }
}
