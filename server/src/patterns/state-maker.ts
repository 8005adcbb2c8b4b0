import { ANY_FOLDERS, ANYTHING, type Pattern, SLASH, WITHIN_NAME } from './pattern.ts';
import type { UnitSet } from './unit-set.ts';

/**
 * A state after which anything may follow, up to the next slash or at all. The states before it, in the same section,
 * are then no longer needed: everything they could match is also matched from here.
 */
export interface Gate {
  readonly stretch: number;
  /** The states of the section with higher numbers come before it. */
  readonly end: number;
}

/** Builds the states of a pattern from its end to its beginning: later ones have lower numbers. */
export class StateMaker {
  readonly units: (UnitSet | undefined)[] = [];
  readonly leads: number[][] = [];
  readonly accepts = new Map<number, number>();
  readonly gates = new Map<number, Gate>();
  /** The section up to a `*` that a state is in, by the state. */
  readonly nameStretches = new Map<number, number>();
  /** The section up to a `**` that a state is in, by the state. */
  readonly folderStretches = new Map<number, number>();
  stretchCount = 0;

  /** Adds a state with an empty transition, or with one for a set of units. */
  lead(to: number[], units?: UnitSet): number {
    this.units.push(units);
    return this.leads.push(to) - 1;
  }

  /** Adds the states of a pattern before another state, and returns the first of them. */
  add(pattern: Pattern, end: number): number {
    switch (pattern.kind) {
      case 'unit':
        return this.lead([end], pattern.units);
      case 'accept': {
        const state = this.lead([]);
        this.accepts.set(state, pattern.value);
        return state;
      }
      case 'sequence':
        return this.#addSequence(pattern.parts, end);
      case 'choice':
        return this.lead(pattern.parts.map((part) => this.add(part, end)));
      case 'repeat': {
        const again = this.lead([end]);
        const part = this.add(pattern.part, again);
        this.leads[again]!.push(part);
        return pattern.atLeastOnce ? part : again;
      }
      case 'machine': {
        const places = pattern.places.map(() => this.lead([]));
        for (const [index, { ends, ways }] of pattern.places.entries()) {
          const place = this.leads[places[index]!]!;
          if (ends) place.push(end);
          for (const { units, to } of ways) place.push(this.lead([places[to]!], units));
        }
        return places[0]!;
      }
    }
  }

  #addSequence(parts: readonly Pattern[], end: number): number {
    let next = end;
    /** The first state number after each part. */
    const ends: number[] = [];
    for (let index = parts.length - 1; index >= 0; index--) {
      next = this.add(parts[index]!, next);
      ends[index] = this.units.length;
    }
    this.#addGates(parts, ends, this.nameStretches, staysInName, (part) => part === WITHIN_NAME);
    this.#addGates(
      parts,
      ends,
      this.folderStretches,
      () => true,
      (part, before) => part === ANYTHING || (part === ANY_FOLDERS && before === SLASH),
    );
    return next;
  }

  /** Finds the sections of a sequence that end with a gate. */
  #addGates(
    parts: readonly Pattern[],
    ends: readonly number[],
    stretches: Map<number, number>,
    continues: (part: Pattern) => boolean,
    isGate: (part: Pattern, before: Pattern | undefined) => boolean,
  ): void {
    let from = 0;
    let lastGate = -1;
    const close = () => {
      if (lastGate > from) {
        for (let state = ends[lastGate]!; state < ends[from]!; state++) stretches.set(state, this.stretchCount);
      }
      this.stretchCount++;
      lastGate = -1;
    };
    for (const [index, part] of parts.entries()) {
      if (!continues(part)) {
        close();
        from = index + 1;
      } else if (isGate(part, parts[index - 1])) {
        lastGate = index;
        // The state that waits for anything is the last one of the repetition.
        const waiting = ends[index]! - (part === ANY_FOLDERS ? 2 : 1);
        if (index > from) this.gates.set(waiting, { stretch: this.stretchCount, end: ends[index]! });
      }
    }
    close();
  }
}

/** Whether a part is one unit other than a slash, or any number of them. */
function staysInName(part: Pattern): boolean {
  return part === WITHIN_NAME || (part.kind === 'unit' && !part.units.has(0x2f));
}
