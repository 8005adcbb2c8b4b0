import { lstatSync, mkdirSync, readdirSync, type Stats, unlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** How many runs are kept, and how many bytes they may take together. */
const maxRuns = 200;
const maxBytes = 256 * 1024 * 1024;

/** Permissions of others than the owner. */
const writableByOthers = 0o022;

/** The folder of cached runs, in the platform's folder for caches; undefined if there is none. */
export function cacheFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const base = baseFolder(platform, environment);
  return base !== undefined && path.isAbsolute(base) ? path.join(base, 'skillwright', 'check') : undefined;
}

function baseFolder(platform: NodeJS.Platform, environment: Readonly<Record<string, string | undefined>>) {
  if (platform === 'win32') return environment.LOCALAPPDATA;
  try {
    if (platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
    // As its specification demands, a relative path counts as none.
    const chosen = environment.XDG_CACHE_HOME;
    return chosen !== undefined && path.isAbsolute(chosen) ? chosen : path.join(homedir(), '.cache');
  } catch {
    return undefined;
  }
}

/** Creates the folder if necessary. Returns whether it is one that only this user writes to. */
export function prepareFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isPrivate(lstatSync(folder)) && isPrivate(lstatSync(path.dirname(folder)));
  } catch {
    return false;
  }
}

/** Whether a file or folder belongs to this user, is not a link, and cannot be written by others. */
export function isPrivate(stats: Stats): boolean {
  if (!stats.isDirectory() && !stats.isFile()) return false;
  // Windows gives the folders of a user to no one else.
  if (!process.getuid) return true;
  return stats.uid === process.getuid() && (stats.mode & writableByOthers) === 0;
}

/** Deletes the runs that were used least recently, until those that remain are few and small enough. */
export function prune(folder: string): void {
  const files = readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ file, size: stats.size, used: stats.mtimeMs }] : [];
  });
  let bytes = 0;
  for (const [index, { file, size }] of files.sort((a, b) => b.used - a.used).entries()) {
    bytes += size;
    if (index >= maxRuns || bytes > maxBytes) unlinkSync(file);
  }
}
