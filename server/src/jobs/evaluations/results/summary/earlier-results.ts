import type { EvaluationResult } from '../../../../evaluation/results/evaluation-result.ts';
import type { FileSystem } from '../../../../platform/file-system.ts';
import { isOfOldVersion, type ResultPlace } from '../find-results.ts';
import { openResult } from '../open-result.ts';

/** Earlier results that are read for what changed, and for other models. */
const maxEarlier = 10;

/**
 * The results of the same evaluations before one, newest first. Those of old versions are not results of an earlier time.
 *
 * @param places newest first
 */
export async function earlierResults(
  place: ResultPlace,
  places: readonly ResultPlace[],
  files: FileSystem,
): Promise<readonly EvaluationResult[]> {
  if (isOfOldVersion(place)) return [];
  const same = places.filter((it) => it.suite === place.suite && !isOfOldVersion(it));
  const at = same.findIndex(({ path }) => path === place.path);
  if (at < 0) return [];
  const found: EvaluationResult[] = [];
  for (const earlier of same.slice(at + 1, at + 1 + maxEarlier)) {
    const { result } = await openResult(earlier, files);
    if (result) found.push(result);
  }
  return found;
}
