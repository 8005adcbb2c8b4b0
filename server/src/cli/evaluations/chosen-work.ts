import { isAboutSkill } from '../../evaluation/cases/missing-tools.ts';
import { readEvaluatedSkills } from '../../evaluation/surroundings/evaluated-skills.ts';
import { evaluationOfPath, isNamedLikeCase } from '../../evaluation/surroundings/evaluation-path.ts';
import { evaluationsAround } from '../../evaluation/surroundings/evaluations-around.ts';
import { narrowedWork, readWork, type SuiteWork, stepsOf } from '../../jobs/evaluations/running/evaluation-work.ts';
import { suitesOf } from '../../jobs/evaluations/running/suites.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin, lastPart } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { discoverFiles } from '../files/discover-files.ts';
import type { EvaluatedPath } from './evaluated-path.ts';

/**
 * The evaluations at a path: those of one case or `evals.json`, of a folder, or of everything below it. Those of a skill are
 * also the ones of its plugin that name it.
 *
 * @param caseName only the case or prompt that has it
 * @throws {UsageError} if there are none
 */
export async function workAt(
  { path, ofPlugin }: EvaluatedPath,
  caseName: string | undefined,
  files: FileSystem,
): Promise<readonly SuiteWork[]> {
  const isAt = (of: string) => isWithin(of, path) || isWithin(path, of);
  const own = (await allWorkAt(path, files)).map((work) =>
    narrowedWork(
      work,
      (it) => isAt(it.folder),
      (_, set) => isAt(set.path),
    ),
  );
  const all = [...own, ...(ofPlugin ? await workOfSkill(ofPlugin, files) : [])].filter(hasAny);
  const works = caseName === undefined ? all : all.map((work) => named(work, caseName)).filter(hasAny);
  if (works.length > 0) return works;
  if (caseName !== undefined && all.length > 0)
    throw new UsageError(`No case or prompt here has this name: ${caseName}. Here are ${namesIn(all)}`);
  if (ofPlugin && (await files.typeOf(ofPlugin.evaluations)) === 'folder')
    throw new UsageError(
      `No evaluations of this skill: no case in ${ofPlugin.evaluations} invokes it or asks for its call. Specify that folder, or a case`,
    );
  throw new UsageError(
    'No evaluations here: `skillwright new-eval` creates a case, or specify the folder of a plugin, a skill or evaluations',
  );
}

function hasAny({ cases, rejected, prompts, set }: SuiteWork): boolean {
  return cases.length + rejected.length + prompts.length > 0 || set?.isBroken === true;
}

/** Only the case or prompt of a name. */
function named(work: SuiteWork, name: string): SuiteWork {
  const only = narrowedWork(
    work,
    (it) => it.name === name || lastPart(it.folder) === name,
    ({ id }) => id === name,
  );
  return { ...only, set: only.prompts.length > 0 ? only.set : undefined };
}

/** The evaluations of a plugin that are about one of its skills. */
async function workOfSkill(
  { skill, evaluations }: NonNullable<EvaluatedPath['ofPlugin']>,
  files: FileSystem,
): Promise<readonly SuiteWork[]> {
  if ((await files.typeOf(evaluations)) === undefined) return [];
  const [known] = (await readEvaluatedSkills(skill, false, files)) ?? [];
  const names = known?.names ?? [lastPart(skill)];
  return (await allWorkAt(evaluations, files)).map((work) =>
    narrowedWork(
      work,
      ({ merged }) => isAboutSkill(merged, { names }),
      (_, set) => set.skill === skill,
    ),
  );
}

/** Everything of the evaluations at a path, or below it. */
async function allWorkAt(path: string, files: FileSystem): Promise<readonly SuiteWork[]> {
  const around = await evaluationsAround(path, files);
  // A case alone would look like all cases of its suite.
  const { files: found } = await discoverFiles([around?.folder ?? path], files);
  const paths = found.map((it) => it.path).filter((it) => evaluationOfPath(it.split('/')) || isNamedLikeCase(it));
  const suites = (await suitesOf(paths, files)).filter(({ folder }) => !around || folder === around.folder);
  return readWork(
    suites.map(({ folder }) => ({ suite: folder })),
    suites,
    files,
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
