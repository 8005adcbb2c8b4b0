import type { Placeholder } from '../../document/skill-document.ts';
import { inAllPlaces } from '../messages/in-words.ts';
import type { Fix, TextEdit } from '../rule.ts';

/** The positions that are meant as placeholders, and the lowest and the highest of them. */
export interface UsedPositions {
  readonly all: readonly Placeholder[];
  readonly lowest: number;
  readonly highest: number;
}

/** Whether positions are evidently counted from 1: up to the number of arguments, and none of them is 0. */
export function countsFromOne({ lowest, highest }: UsedPositions, count: number): boolean {
  return lowest === 1 && highest === count;
}

/**
 * Fixes for a position beyond the declared arguments: count all positions from 0, if they are evidently counted from 1,
 * or else use the last declared argument in its place.
 *
 * @param places where this position is used
 * @param count how many arguments are declared
 * @param used all positions of the text
 */
export function recountFixes(places: readonly Placeholder[], count: number, used: UsedPositions): Fix[] {
  const { all } = used;
  if (countsFromOne(used, count) && count > 1 && places[0]!.index === count) {
    const edits = all.map((place) => withIndex(place, place.index! - 1));
    return [{ title: `Count all ${all.length} positions from 0`, safe: false, edits }];
  }
  if (count === 0) return [];
  const last = places[0]!.kind === 'indexed' ? `$ARGUMENTS[${count - 1}]` : `$${count - 1}`;
  const title = places.length > 1 ? `Change to \`${last}\` ${inAllPlaces(places.length)}` : `Change to \`${last}\``;
  return [{ title, safe: false, edits: places.map((place) => withIndex(place, count - 1)) }];
}

function withIndex({ kind, range }: Placeholder, index: number): TextEdit {
  return { range, newText: kind === 'indexed' ? `$ARGUMENTS[${index}]` : `$${index}` };
}
