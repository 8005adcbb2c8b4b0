import { LookupInOrder } from '../../document/lookup-in-order.ts';
import type { Placeholder, SkillDocument } from '../../document/skill-document.ts';
import { oncePer } from '../../platform/once-per.ts';
import { LiteralPositions } from '../readings/literal-position.ts';
import type { Fix, TextEdit } from '../rule.ts';

/**
 * Fixes for a position beyond the declared arguments: count all positions from 0, if they are evidently counted from 1,
 * and use the last declared argument in its place.
 *
 * @param places where this position is used
 * @param count how many arguments are declared
 */
export function recountFixes(document: SkillDocument, places: readonly Placeholder[], count: number): Fix[] {
  const fixes: Fix[] = [];
  const { all, lowest, highest } = positionsIn(document);
  if (lowest === 1 && highest === count && count > 1 && places[0]!.index === count) {
    fixes.push({
      title: `Count all ${all.length} positions from 0`,
      safe: false,
      edits: all.map((place) => withIndex(place, place.index! - 1)),
    });
  }
  const last = places[0]!.kind === 'indexed' ? `$ARGUMENTS[${count - 1}]` : `$${count - 1}`;
  const title = places.length > 1 ? `Change to \`${last}\` in all ${places.length} places` : `Change to \`${last}\``;
  if (count > 0) fixes.push({ title, safe: false, edits: places.map((place) => withIndex(place, count - 1)) });
  return fixes;
}

/** The positions that are meant as placeholders, and the lowest and the highest of them. */
const positionsIn = oncePer((document: SkillDocument) => {
  const literals = new LiteralPositions(document);
  const code = new LookupInOrder(document.body.code);
  const all = document.body.placeholders.filter(
    (placeholder) =>
      !placeholder.escaped &&
      (placeholder.kind === 'indexed' ||
        (placeholder.kind === 'position' && !literals.has(placeholder, code.at(placeholder.range.start)))),
  );
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { index } of all) {
    lowest = Math.min(lowest, index!);
    highest = Math.max(highest, index!);
  }
  return { all, lowest, highest };
});

function withIndex({ kind, range }: Placeholder, index: number): TextEdit {
  return { range, newText: kind === 'indexed' ? `$ARGUMENTS[${index}]` : `$${index}` };
}
