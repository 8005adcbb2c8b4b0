import { counted } from '../../document/text/numbers.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin } from '../../platform/paths.ts';
import type { CheckRun } from '../check/check-bytes.ts';
import type { CheckOptions } from '../check/check-options.ts';
import { repositoryOf } from '../files/discover-files.ts';
import { absolutePath } from '../session-options.ts';
import { Baseline } from './baseline.ts';
import { type BaselineFile, readBaseline, writeBaseline } from './baseline-file.ts';

/** Further entries that no longer occur are only counted. */
const maxNamed = 20;

/** The baseline of a run, and its file. */
export interface RunBaseline {
  readonly path: string;
  readonly file: BaselineFile;
  readonly baseline: Baseline;
}

/** Reads the baseline before the run begins. */
export async function startBaseline(
  path: string,
  folder: string,
  files: FileSystem,
  writes: boolean,
): Promise<RunBaseline> {
  const absolute = absolutePath(folder, path);
  const file = await readBaseline(absolute, files, writes);
  return { path: absolute, file, baseline: new Baseline(await repositoryOf(folder, files), file.entries, writes) };
}

/**
 * Tells what the baseline left out and what no longer occurs, and writes it on request, unless the run was incomplete.
 *
 * @param roots the checked folders and files
 */
export async function finishBaseline(
  { path, file, baseline }: RunBaseline,
  roots: readonly string[],
  { files, messages, shard }: CheckRun,
  { writeBaseline: writes, stdin }: CheckOptions,
): Promise<void> {
  // A file that exists may have been left to another run.
  const isGone = async (entry: string): Promise<boolean> =>
    (!shard && !stdin && roots.some((root) => isWithin(entry, root))) || (await files.typeOf(entry)) === undefined;
  const { known, fixed, entries } = await baseline.outcome(isGone);
  if (known > 0 && !writes) messages.note(`The baseline leaves out ${counted(known, 'finding')}`);
  for (const entry of fixed.slice(0, maxNamed)) {
    const times = entry.count > 1 ? ` (${entry.count} times)` : '';
    messages.note(`Fixed since the baseline: ${entry.file} ${entry.rule}${times}`);
  }
  const total = sum(fixed);
  if (!writes) {
    if (total > 0) {
      const [occurs, them] = total === 1 ? ['occurs', 'it'] : ['occur', 'them'];
      messages.note(
        `${counted(total, 'finding')} of the baseline no longer ${occurs}; --write-baseline removes ${them}`,
      );
    }
    return;
  }
  if (messages.troubled) {
    messages.trouble(`The baseline was not written, because not everything was checked: ${path}`);
    return;
  }
  await writeBaseline(path, file, entries);
  const accepted = sum(entries);
  messages.note(`Baseline written: ${counted(accepted, 'finding is', 'findings are')} accepted`);
}

function sum(entries: readonly { readonly count: number }[]): number {
  return entries.reduce((total, { count }) => total + count, 0);
}
