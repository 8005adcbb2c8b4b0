import { firstIndexWhere } from '../document/text/first-index-where.ts';

/** A range of UTF-16 units, inclusive on both sides. */
export type UnitRange = readonly [first: number, last: number];

interface UnitSetOptions {
  /** The set contains all units but these. */
  readonly negated?: boolean;
  /** A unit belongs to the set if one does that differs only in case. */
  readonly ignoresCase?: boolean;
}

/** A set of UTF-16 units. A lookup takes logarithmic time in its ranges, however they were written. */
export class UnitSet {
  readonly negated: boolean;
  readonly ignoresCase: boolean;
  /** In order, and never adjacent. */
  readonly ranges: readonly UnitRange[];

  constructor(ranges: readonly UnitRange[], { negated = false, ignoresCase = false }: UnitSetOptions = {}) {
    this.ranges = merged(ranges);
    this.negated = negated;
    this.ignoresCase = ignoresCase;
  }

  has(unit: number): boolean {
    const isNamed = this.ignoresCase ? unitsInAnyCase(unit).some((it) => this.#names(it)) : this.#names(unit);
    return isNamed !== this.negated;
  }

  #names(unit: number): boolean {
    const range = this.ranges[firstIndexWhere(this.ranges, ([, last]) => unit <= last)];
    return range !== undefined && range[0] <= unit;
  }
}

const sets = new Map<number, UnitSet>();

export function oneUnit(unit: number): UnitSet {
  let set = sets.get(unit);
  if (!set) {
    set = new UnitSet([[unit, unit]]);
    sets.set(unit, set);
  }
  return set;
}

function merged(ranges: readonly UnitRange[]): readonly UnitRange[] {
  if (ranges.length < 2) return ranges;
  const result: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const previous = result.at(-1);
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else result.push([first, last]);
  }
  return result;
}

/** The unit that represents all that differ only in case, as in a regular expression with `i` and without `u`. */
export function foldUnit(unit: number): number {
  if (unit < 128) return unit >= 97 && unit <= 122 ? unit - 32 : unit;
  const upper = String.fromCharCode(unit).toUpperCase();
  const folded = upper.charCodeAt(0);
  return upper.length === 1 && folded >= 128 ? folded : unit;
}

/** A text of the same length with every unit folded. */
export function foldText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toUpperCase();
  return Array.from({ length: text.length }, (_, at) => String.fromCharCode(foldUnit(text.charCodeAt(at)))).join('');
}

let unitsByFold: ReadonlyMap<number, readonly number[]> | undefined;

/** A unit and all that differ from it only in case. */
function unitsInAnyCase(unit: number): readonly number[] {
  unitsByFold ??= groupByFold();
  return unitsByFold.get(foldUnit(unit)) ?? [unit];
}

function groupByFold(): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (let unit = 0; unit <= 0xffff; unit++) {
    const fold = foldUnit(unit);
    if (fold === unit) continue;
    const group = groups.get(fold);
    if (group) group.push(unit);
    else groups.set(fold, [fold, unit]);
  }
  return groups;
}
