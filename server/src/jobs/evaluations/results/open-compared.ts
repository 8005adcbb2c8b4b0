import { URI } from 'vscode-uri';
import { withOldVersion } from '../../../evaluation/results/compare-results.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { findResults, type ResultPlace } from './find-results.ts';
import { type OpenedResult, openResult } from './open-result.ts';

/** A result, perhaps next to an earlier one. */
interface ComparedResult {
  readonly opened: OpenedResult;
  /** The URI of the earlier one, if it could be read. */
  readonly against: string | undefined;
}

/** Opens a result, and an earlier one as its old version. */
export async function openCompared(
  place: ResultPlace,
  earlier: ResultPlace | undefined,
  files: FileSystem,
): Promise<ComparedResult> {
  const opened = await openResult(place, files);
  const before = earlier && (await openResult(earlier, files));
  if (!opened.result || !before) return { opened, against: undefined };
  const problems = [...opened.problems, ...before.problems];
  if (!before.result) return { opened: { ...opened, problems }, against: undefined };
  const result = withOldVersion(opened.result, before.result);
  return { opened: { ...opened, result, problems }, against: URI.file(earlier.path).toString() };
}

/** All results of the same evaluations, newest first. */
export async function placesLike(place: ResultPlace, files: FileSystem): Promise<readonly ResultPlace[]> {
  const { places } = await findResults(place.suite, files);
  const same = places.filter(({ suite }) => suite === place.suite);
  return same.some(({ path }) => path === place.path) ? same : [place, ...same];
}
