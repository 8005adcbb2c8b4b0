import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, isPrivate, prepareFolder } from './cache-folder.ts';

/**
 * How many programs (three releases of the command line and of the language server), and versions of Node for each, keep their
 * compiled code: one or two megabytes each.
 */
const maxPrograms = 6;
const maxVersions = 3;

/**
 * The folder for the compiled code of a release; undefined if there can be none. Compiled code runs as it is found, so it is only
 * used in a folder that no one else can write to or replace.
 *
 * @param entry the file of the bundled program, whose text names its chunks by their content
 */
export function compiledFolder(
  entry: string,
  args: readonly string[] = process.argv,
  runs: string | undefined = cacheFolder(),
): string | undefined {
  if (runs === undefined || args.includes('--no-cache')) return undefined;
  try {
    const all = path.join(path.dirname(runs), 'compiled');
    if (!prepareFolder(all) || !isPrivate(lstatSync(path.dirname(path.dirname(all))))) return undefined;
    const release = createHash('sha256').update(readFileSync(entry)).digest('hex').slice(0, 16);
    const folder = path.join(all, release);
    if (!lstatSync(folder, { throwIfNoEntry: false })) keepNewest(all, maxPrograms - 1);
    if (!prepareFolder(folder)) return undefined;
    keepNewest(folder, maxVersions);
    return folder;
  } catch {
    // Everything is compiled again.
    return undefined;
  }
}

/** Deletes all but the newest entries of a folder. */
function keepNewest(folder: string, count: number): void {
  const names = readdirSync(folder);
  if (names.length <= count) return;
  const entries = names.map((name) => {
    const file = path.join(folder, name);
    return { file, changed: lstatSync(file).mtimeMs };
  });
  entries.sort((a, b) => b.changed - a.changed);
  for (const { file } of entries.slice(count)) rmSync(file, { recursive: true, force: true });
}
