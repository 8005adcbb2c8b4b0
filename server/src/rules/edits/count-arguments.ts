import type { Placeholder } from '../../document/skill-document.ts';
import { inAllPlaces } from '../messages/in-all-places.ts';
import type { Fix, TextEdit } from '../rule.ts';

/** The positions that are meant as placeholders, and the lowest and the highest of them. */
export interface UsedPositions {
  readonly all: readonly Placeholder[];
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Fixes for a position beyond the declared arguments: count all positions from 0, if they are evidently counted from 1,
 * and use the last declared argument in its place.
 *
 * @param places where this position is used
 * @param count how many arguments are declared
 * @param used all positions of the text
 */
export function recountFixes(places: readonly Placeholder[], count: number, used: UsedPositions): Fix[] {
  const fixes: Fix[] = [];
  const { all, lowest, highest } = used;
  if (lowest === 1 && highest === count && count > 1 && places[0]!.index === count) {
    fixes.push({
      title: `Count all ${all.length} positions from 0`,
      safe: false,
      edits: all.map((place) => withIndex(place, place.index! - 1)),
    });
  }
  const last = places[0]!.kind === 'indexed' ? `$ARGUMENTS[${count - 1}]` : `$${count - 1}`;
  const title = places.length > 1 ? `Change to \`${last}\` ${inAllPlaces(places.length)}` : `Change to \`${last}\``;
  if (count > 0) fixes.push({ title, safe: false, edits: places.map((place) => withIndex(place, count - 1)) });
  return fixes;
}

function withIndex({ kind, range }: Placeholder, index: number): TextEdit {
  return { range, newText: kind === 'indexed' ? `$ARGUMENTS[${index}]` : `$${index}` };
}
