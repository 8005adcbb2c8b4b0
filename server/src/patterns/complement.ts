import type { Pattern, Place } from './pattern.ts';
import { sequence } from './pattern.ts';
import { States } from './states.ts';
import { type UnitRange, UnitSet } from './unit-set.ts';

/* For `!(a)`, which libraries make a lookahead of: an automaton has none. */

/** Transitions of the automaton. Nobody writes a pattern that needs more. */
const maxTransitions = 4_096;

/**
 * Matches what a pattern does not match.
 *
 * @param withinName only texts without a slash
 * @returns undefined if it would be too large
 */
export function complement(pattern: Pattern, withinName: boolean): Pattern | undefined {
  const kinds = kindsOfUnits(pattern, withinName);
  const states = new States(sequence(pattern, { kind: 'accept', value: 0 }));
  const next = new Int32Array(states.count);
  const known = new Map<string, number>();
  const reached: Int32Array[] = [];
  const indexOf = (count: number): number => {
    const set = next.slice(0, count);
    const key = set.join();
    const index = known.get(key) ?? reached.push(set) - 1;
    known.set(key, index);
    return index;
  };
  indexOf(states.begin(next));
  const places: Place[] = [];
  for (let index = 0; index < reached.length; index++) {
    if (reached.length * kinds.length > maxTransitions) return undefined;
    const here = reached[index]!;
    const ways = new Map<number, UnitRange[]>();
    for (const kind of kinds) {
      const to = indexOf(states.step(here, here.length, kind[0], next));
      ways.set(to, [...(ways.get(to) ?? []), kind]);
    }
    places.push({
      ends: states.acceptedBy(here, here.length).length === 0,
      ways: [...ways].map(([to, ranges]) => ({ units: new UnitSet(ranges), to })),
    });
  }
  return { kind: 'machine', places };
}

/** Ranges of units that a pattern does not distinguish; together all units, except for the slash within a name. */
function kindsOfUnits(pattern: Pattern, withinName: boolean): readonly UnitRange[] {
  const slash = 0x2f;
  const cuts = new Set([0, slash, slash + 1]);
  for (const [first, last] of rangesIn(pattern)) {
    cuts.add(first);
    cuts.add(last + 1);
  }
  const starts = [...cuts].filter((cut) => cut <= 0xffff).sort((a, b) => a - b);
  return starts
    .map((start, index): UnitRange => [start, (starts[index + 1] ?? 0x10000) - 1])
    .filter(([first]) => !(withinName && first === slash));
}

function* rangesIn(pattern: Pattern): Generator<UnitRange> {
  switch (pattern.kind) {
    case 'unit':
      yield* pattern.units.ranges;
      break;
    case 'sequence':
    case 'choice':
      for (const part of pattern.parts) yield* rangesIn(part);
      break;
    case 'repeat':
      yield* rangesIn(pattern.part);
      break;
    case 'machine':
      for (const { ways } of pattern.places) for (const { units } of ways) yield* units.ranges;
      break;
  }
}
