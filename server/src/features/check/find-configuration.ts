import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { type Configuration, readConfigurationIn } from './configuration.ts';
import { orRefusal } from './configuration-values.ts';
import { withExtended } from './extended-configuration.ts';

/** Undefined if there is none. */
type Found = Configuration | Refusal | undefined;

/**
 * Finds the configuration of files: the nearest skillwright.config.json, or package.json with the key `skillwright`,
 * in the file's folder or above it, up to the repository's root. Every folder is read once.
 *
 * @param tell called with notes for the user about unreadable files that may contain a configuration
 */
export function configurationFinder(
  files: FileSystem,
  tell: (message: string) => void = () => {},
): (path: string) => Promise<Found> {
  const found = new Map<string, Promise<Found>>();
  const inOrAbove = (folder: string): Promise<Found> => {
    let answer = found.get(folder);
    if (!answer) {
      answer = orRefusal(() => lookUp(folder));
      found.set(folder, answer);
    }
    return answer;
  };
  const lookUp = async (folder: string): Promise<Found> => {
    // Not the list of the folder: above a project it is long, and changes with everything that users do.
    const own = await readConfigurationIn(folder, files, tell);
    if (own) return withExtended(own, files, tell);
    if (!folder.includes('/') || (await files.typeOf(`${folder}/.git`)) !== undefined) return undefined;
    return inOrAbove(folderOf(folder));
  };
  return (path) => inOrAbove(folderOf(path));
}
