import type { FoundResults, ResultPlace } from '../../jobs/evaluations/results/find-results.ts';
import { openResult } from '../../jobs/evaluations/results/open-result.ts';
import { onlyCase } from '../../jobs/evaluations/results/shown-cases.ts';
import { earlierResults } from '../../jobs/evaluations/results/summary/earlier-results.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { OpenedWithEarlier } from './print-results.ts';

/** Results of a suite in which a case is looked for. */
const maxResults = 50;

/**
 * Reads a result, and those before it.
 *
 * @param places of its suite, newest first
 */
export async function openWithEarlier(
  place: ResultPlace,
  places: FoundResults['places'],
  files: FileSystem,
): Promise<OpenedWithEarlier> {
  return { ...(await openResult(place, files)), earlier: await earlierResults(place, places, files) };
}

/**
 * The last result of each suite, or the last one that has a case: others may have been run alone since.
 *
 * @param places newest first
 */
export async function openLast(
  places: FoundResults['places'],
  caseName: string | undefined,
  files: FileSystem,
): Promise<readonly OpenedWithEarlier[]> {
  const opened: OpenedWithEarlier[] = [];
  for (const suite of new Set(places.map((place) => place.suite))) {
    const own = places.filter((place) => place.suite === suite);
    const last = caseName === undefined ? own[0] : ((await lastWith(caseName, own, files)) ?? own[0]);
    opened.push(await openWithEarlier(last!, places, files));
  }
  return opened;
}

async function lastWith(
  caseName: string,
  places: FoundResults['places'],
  files: FileSystem,
): Promise<ResultPlace | undefined> {
  for (const place of places.slice(0, maxResults)) {
    const { result } = await openResult(place, files);
    if (result && onlyCase(result, caseName).cases.length > 0) return place;
  }
  return undefined;
}
