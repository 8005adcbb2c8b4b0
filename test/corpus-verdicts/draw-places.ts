import { createHash } from 'node:crypto';
import { type Place, placeKey } from './verdict.ts';

/** Draws another sample if it is changed; verdicts outside the sample still count. */
const seed = 'skillwright';

/** So many findings of a rule are judged, or all if there are fewer: a loud rule tells no more than a quiet one. */
export const DRAWN_PER_RULE = 12;

/**
 * What these rules miss is missing in the copy, which has skills but not all files around them, or comes from a session
 * with all plugins of a repository, which none of its authors has.
 */
const rulesAboutTheCopy = new Set(['hook-command', 'plugin-skills-path', 'listing-truncated']);

/**
 * The findings to judge. Each has a fixed place in the order of the draw, so that a finding that is new or gone changes
 * nothing about the others; repositories take turns, because one author repeats one habit.
 */
export function drawPlaces<T extends Place>(places: readonly T[]): T[] {
  const distinct = [...new Map(places.map((place) => [placeKey(place), place])).values()];
  const rules = [...new Set(distinct.map(({ rule }) => rule))].filter((it) => !rulesAboutTheCopy.has(it)).sort();
  return rules.flatMap((rule) => inTurns(distinct.filter((it) => it.rule === rule)).slice(0, DRAWN_PER_RULE));
}

function inTurns<T extends Place>(places: readonly T[]): T[] {
  const drawn = new Map(places.map((place) => [place, lotOf(place)]));
  const byLot = (a: T, b: T) => (drawn.get(a)! < drawn.get(b)! ? -1 : 1);
  const seen = new Map<string, number>();
  return places
    .toSorted(byLot)
    .map((place) => {
      const repository = place.file.split('/')[0]!;
      const turn = seen.get(repository) ?? 0;
      seen.set(repository, turn + 1);
      return { place, turn };
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ place }) => place);
}

function lotOf(place: Place): string {
  return createHash('sha256')
    .update(`${seed} ${placeKey(place)}`)
    .digest('hex');
}
