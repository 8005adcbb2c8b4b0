import type { Pattern } from './pattern.ts';
import { type Gate, StateMaker } from './state-maker.ts';
import type { UnitSet } from './unit-set.ts';

/** States that are reachable by empty transitions are stored for a state if there are at most this many. */
const maxKept = 16;

/**
 * The states of a pattern. Each waits for a unit of a set, has empty transitions, or accepts; only those that wait or
 * accept are returned.
 */
export class States {
  readonly count: number;
  readonly #start: number;
  readonly #units: readonly (UnitSet | undefined)[];
  /** The units that a state waits for, if they are one range, as most sets are. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #leads: readonly (readonly number[])[];
  readonly #accepts: ReadonlyMap<number, number>;
  readonly #gates: ReadonlyMap<number, Gate>;
  readonly #stretches: readonly Int32Array[];
  /** Where the needed part of each section ends, in the turn with this number. */
  readonly #neededTurns: Float64Array;
  readonly #neededEnds: Int32Array;
  /** The states reachable by empty transitions from a state, as far as they were requested. */
  readonly #reached: (readonly number[] | undefined)[] = [];
  /** Which states were reached in the turn with this number. */
  readonly #turns: Float64Array;
  #turn = 0;

  constructor(pattern: Pattern) {
    const made = new StateMaker();
    this.#start = made.add(pattern, made.lead([]));
    this.count = made.units.length;
    this.#units = made.units;
    this.#leads = made.leads;
    this.#accepts = made.accepts;
    this.#gates = made.gates;
    this.#first = new Int32Array(this.count).fill(-1);
    this.#last = new Int32Array(this.count).fill(-1);
    for (const [state, units] of made.units.entries()) {
      if (!units || units.negated || units.ignoresCase || units.ranges.length !== 1) continue;
      [this.#first[state], this.#last[state]] = units.ranges[0]!;
    }
    this.#turns = new Float64Array(this.count);
    this.#stretches = [made.nameStretches, made.folderStretches].map((stretches) => {
      const byState = new Int32Array(this.count).fill(-1);
      for (const [state, stretch] of stretches) byState[state] = stretch;
      return byState;
    });
    this.#neededTurns = new Float64Array(made.stretchCount);
    this.#neededEnds = new Int32Array(made.stretchCount);
  }

  /** Writes the states in which matching begins, and returns their number. */
  begin(into: Int32Array): number {
    this.#turn++;
    return this.#withoutNeedless(into, this.#reach(this.#start, into, 0));
  }

  /** Writes the states that a unit leads to from others, and returns their number. */
  step(from: Int32Array, count: number, unit: number, into: Int32Array): number {
    this.#turn++;
    let reached = 0;
    for (let index = 0; index < count; index++) {
      const state = from[index]!;
      if (this.#passes(state, unit)) reached = this.#reach(this.#leads[state]![0]!, into, reached);
    }
    return this.#withoutNeedless(into, reached);
  }

  /** The numbers that states accept, in ascending order. */
  acceptedBy(states: Int32Array, count: number): readonly number[] {
    const accepted: number[] = [];
    for (let index = 0; index < count; index++) {
      const value = this.#accepts.get(states[index]!);
      if (value !== undefined) accepted.push(value);
    }
    return accepted.sort((a, b) => a - b);
  }

  #passes(state: number, unit: number): boolean {
    const first = this.#first[state]!;
    if (first >= 0) return unit >= first && unit <= this.#last[state]!;
    return this.#units[state]?.has(unit) ?? false;
  }

  /** Adds a state, or the states that it leads to by empty transitions, to those of this turn. */
  #reach(from: number, into: Int32Array, count: number): number {
    const kept = this.#reached[from];
    let end = count;
    if (kept) {
      for (const state of kept) {
        if (this.#turns[state] === this.#turn) continue;
        this.#turns[state] = this.#turn;
        into[end++] = state;
      }
      return end;
    }
    let isComplete = true;
    const left = [from];
    while (left.length > 0) {
      const state = left.pop()!;
      if (this.#turns[state] === this.#turn) {
        isComplete = false;
        continue;
      }
      this.#turns[state] = this.#turn;
      if (this.#units[state] || this.#accepts.has(state)) into[end++] = state;
      else for (const next of this.#leads[state]!) left.push(next);
    }
    if (isComplete && end - count <= maxKept) this.#reached[from] = Array.from(into.subarray(count, end));
    return end;
  }

  /** Leaves out the states before a gate that was reached. */
  #withoutNeedless(states: Int32Array, count: number): number {
    if (this.#gates.size === 0) return count;
    let isAnyGate = false;
    for (let index = 0; index < count; index++) {
      const gate = this.#gates.get(states[index]!);
      if (!gate) continue;
      isAnyGate = true;
      const known = this.#neededTurns[gate.stretch] === this.#turn ? this.#neededEnds[gate.stretch]! : gate.end;
      this.#neededTurns[gate.stretch] = this.#turn;
      this.#neededEnds[gate.stretch] = Math.min(known, gate.end);
    }
    if (!isAnyGate) return count;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const state = states[index]!;
      if (!this.#stretches.some((byState) => this.#isNeedless(state, byState[state]!))) states[kept++] = state;
    }
    return kept;
  }

  #isNeedless(state: number, stretch: number): boolean {
    return stretch >= 0 && this.#neededTurns[stretch] === this.#turn && state >= this.#neededEnds[stretch]!;
  }
}
