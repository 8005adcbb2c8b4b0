import { nearestWord } from '../../../dialect/text/edit-distance.ts';
import { oncePer } from '../../../platform/once.ts';
import { folderOf, lastPart } from '../../../platform/paths.ts';

/** No path on disk is as long. */
const maxLength = 4096;

/** Comparing with more names than these takes too long for each path. */
export const MAX_COMPARED_NAMES = 300;

/**
 * Whether a path is one of a skill's files or folders: `unknown` if its folder was not listed.
 *
 * @param bundled the paths in the skill's folder, relative to it
 */
export function isBundled(path: string, bundled: ReadonlySet<string>): 'there' | 'missing' | 'unknown' {
  if (path === '' || bundled.has(path)) return 'there';
  if (path.length > maxLength) return 'unknown';
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    // A folder that is linked to from elsewhere is listed once, and some are not listed.
    if (bundled.has(folder)) return foldersWithEntries(bundled).has(folder) ? 'missing' : 'unknown';
  }
  return 'missing';
}

const foldersWithEntries = oncePer(
  (bundled: ReadonlySet<string>): ReadonlySet<string> => new Set([...bundled].map(folderOf)),
);

/** The path that differs only by case. */
export function bundledInOtherCase(path: string, bundled: ReadonlySet<string>): string | undefined {
  return byLowerCase(bundled).get(path.toLowerCase());
}

const byLowerCase = oncePer(
  (bundled: ReadonlySet<string>): ReadonlyMap<string, string> =>
    new Map([...bundled].map((path) => [path.toLowerCase(), path])),
);

/** A file of the same name elsewhere in the skill, or one with a similar path. */
export function nearestBundled(path: string, bundled: ReadonlySet<string>): string | undefined {
  const namesakes = byName(bundled).get(lastPart(path)) ?? [];
  if (namesakes.length === 1) return namesakes[0];
  return bundled.size <= MAX_COMPARED_NAMES ? nearestWord(path, bundled) : undefined;
}

const byName = oncePer((bundled: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> => {
  const paths = new Map<string, string[]>();
  for (const path of bundled) {
    const namesakes = paths.get(lastPart(path));
    if (namesakes) namesakes.push(path);
    else paths.set(lastPart(path), [path]);
  }
  return paths;
});
