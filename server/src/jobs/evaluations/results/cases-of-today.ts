import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { readCases, type SuiteCase } from '../running/suite-cases.ts';
import { suitesOf } from '../running/suites.ts';

/** Folders in which the runner looks for no cases. */
const skipped: ReadonlySet<string> = new Set(['results', 'node_modules', '.git']);

/** The cases in a folder of evaluations that can run now: a result may be of others. */
export async function casesOfToday(suite: string, files: FileSystem): Promise<readonly SuiteCase[]> {
  const walk = new BoundedWalk(files, SMALL_WALK);
  const paths: string[] = [];
  for await (const { path, type, isLink } of entriesBelow(suite, walk, ({ name }) => !skipped.has(name))) {
    if (type === 'file' && !isLink && /\.(?:md|yaml)$/.test(path)) paths.push(`${suite}/${path}`);
  }
  const found = (await suitesOf(paths, files)).find(({ folder }) => folder === suite);
  const cases = found ? await readCases(found, files) : [];
  return cases.filter(({ problem }) => problem === undefined);
}
