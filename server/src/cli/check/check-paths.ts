import { dirname } from 'node:path';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { UsageError } from '../exit-code.ts';
import { compare, type DiscoveredFile, discoverFiles } from '../files/discover-files.ts';
import { deleteLeftovers } from '../files/temporary-files.ts';
import type { FileReports } from '../reports/checks/check-report.ts';
import { showProgress } from '../terminal/progress.ts';
import type { CheckRun } from './check-bytes.ts';
import { checkFiles, type FileOutcome, filesAtATime } from './check-files.ts';

/** Checks files: in this thread, or in others. */
export type CheckAll = (files: readonly DiscoveredFile[], onChecked: () => void) => Promise<FileOutcome[]>;

/**
 * Checks files, and the skills, commands and agents in folders.
 *
 * @param paths absolute
 * @param folder the session directory, to which paths in diffs and notes are relative
 */
export async function checkPaths(
  paths: readonly string[],
  folder: string,
  run: CheckRun,
  checkAll: CheckAll = (files, onChecked) => checkFiles(files, folder, run, onChecked),
): Promise<FileReports> {
  const start = performance.now();
  const { files: discovered, unreadable, cut } = await discoverFiles(paths, run.files);
  const files = shardOf(discovered, run);
  for (const { path, reason } of unreadable) run.messages.trouble(`Cannot be read: ${path} (${reason})`);
  if (cut !== undefined) {
    run.messages.trouble(`Too many files and folders: checked only the first ${cut}. Specify fewer folders`);
  }
  const findMs = performance.now() - start;
  if (run.fixes === 'written') {
    const folders = new Set(files.filter(({ inside }) => inside).map(({ realPath }) => dirname(realPath)));
    await mapConcurrently([...folders], filesAtATime, deleteLeftovers);
  }
  const progress = showProgress(files.length);
  let outcomes: readonly FileOutcome[];
  try {
    outcomes = await checkAll(files, () => progress.advance());
  } finally {
    progress.end();
  }
  const withoutKind = files
    .filter(({ named }, index) => named && outcomes[index] === 'no-kind')
    .map(({ path }) => path);
  if (withoutKind.length > 0 && withoutKind.length === discovered.length)
    throw new UsageError(ofNoKind(withoutKind[0]!));
  for (const path of withoutKind.sort(compare)) run.messages.note(ofNoKind(path));
  const checked = outcomes.filter((outcome) => typeof outcome === 'object');
  // Nearly always sorted already: a file may be reported by the link to it.
  return { files: checked.sort((a, b) => compare(a.path, b.path)), findMs };
}

/** Files are dealt in turn: in the order of their paths, they are the same for every run of the same commit. */
function shardOf(files: readonly DiscoveredFile[], { shard }: CheckRun): readonly DiscoveredFile[] {
  return shard ? files.filter((_, index) => index % shard.count === shard.index - 1) : files;
}

/** The message for a given file that Skillwright does not read. */
export function ofNoKind(path: string): string {
  return `Not a skill, command, agent, plugin manifest, settings or evaluation file: ${path}`;
}
