import { evaluationOfPath, isNamedLikeCase } from '../../catalog/evaluations/evaluation-path.ts';
import { evaluationsAround } from '../../catalog/evaluations/evaluations-around.ts';
import { narrowedWork, readWork, type SuiteWork, stepsOf } from '../../jobs/evaluations/running/evaluation-work.ts';
import { suitesOf } from '../../jobs/evaluations/running/suites.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin, lastPart } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { discoverFiles } from '../files/discover-files.ts';

/**
 * The evaluations at a path: those of one case or `evals.json`, of a folder, or of everything below it.
 *
 * @param caseName only the case or prompt that has it
 * @throws {UsageError} if there are none
 */
export async function workAt(
  path: string,
  caseName: string | undefined,
  files: FileSystem,
): Promise<readonly SuiteWork[]> {
  const around = await evaluationsAround(path, files);
  // A case alone would look like all cases of its suite.
  const { files: found } = await discoverFiles([around?.folder ?? path], files);
  const paths = found.map((it) => it.path).filter((it) => evaluationOfPath(it.split('/')) || isNamedLikeCase(it));
  const suites = (await suitesOf(paths, files)).filter(({ folder }) => !around || folder === around.folder);
  const all = await readWork(
    suites.map(({ folder }) => ({ suite: folder })),
    suites,
    files,
  );
  const isAt = (of: string) => isWithin(of, path) || isWithin(path, of);
  const works = all
    .map((work) =>
      narrowedWork(
        work,
        (it) => isAt(it.folder) && (caseName === undefined || it.name === caseName || lastPart(it.folder) === caseName),
        ({ id }, set) => isAt(set.path) && (caseName === undefined || id === caseName),
      ),
    )
    .filter(
      ({ cases, rejected, prompts, set }) => cases.length + rejected.length + prompts.length > 0 || set?.isBroken,
    );
  if (works.length > 0) return works;
  if (caseName !== undefined && all.length > 0)
    throw new UsageError(`No case or prompt here has this name: ${caseName}. Here are ${namesIn(all)}`);
  throw new UsageError(
    'No evaluations here: `skillwright new-eval` creates a case, or specify the folder of a plugin, a skill or evaluations',
  );
}

/** Names that are listed in a message. */
const maxNames = 10;

function namesIn(works: readonly SuiteWork[]): string {
  const names = works.flatMap(({ cases, prompts }) => [
    ...cases.map(({ name }) => name),
    ...prompts.map(({ id }) => id),
  ]);
  const more = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** How many results there will be: one for each process of the runner, and one for the prompts of a suite. */
export function expectedResults(works: readonly SuiteWork[]): number {
  return works.reduce((sum, work) => sum + stepsOf(work).length + (work.prompts.length > 0 ? 1 : 0), 0);
}
