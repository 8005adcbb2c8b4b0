import type { FileSystem } from './file-system.ts';

/** What may be read of a machine as long as nobody trusts the workspace. Paths are absolute, with `/`. */
export interface ReadablePlaces {
  /** Folders of the workspace: nothing in them leads outside. */
  readonly workspace: readonly string[];
  /** Files and folders that are the person's own, or the system's. Their links lead where the person wanted. */
  readonly own: readonly string[];
}

/**
 * A file system in which nothing outside of some places is there, as long as they are named.
 *
 * @param places what may be read at the moment; undefined for everything
 * @param refused told of every path of the workspace that a link leads out of it
 */
export function confinedFileSystem(
  files: FileSystem,
  places: () => ReadablePlaces | undefined,
  refused: (path: string) => void,
): FileSystem {
  async function isReadable(path: string): Promise<boolean> {
    const allowed = places();
    if (!allowed) return true;
    if (/(^|[\\/])\.\.([\\/]|$)/.test(path)) return false;
    const workspace = innermost(allowed.workspace, path);
    const own = innermost(allowed.own, path);
    if (own !== undefined && own.length > (workspace?.length ?? -1)) return true;
    if (workspace === undefined) return false;
    const [root, real] = await Promise.all([files.realPath(workspace), files.realPath(path)]);
    // What is not there cannot be read.
    if (root === undefined || real === undefined) return false;
    if (isWithin(root, real)) return true;
    refused(path);
    return false;
  }

  const ifReadable = async <Answer>(path: string, ask: () => Promise<Answer>): Promise<Answer | undefined> =>
    (await isReadable(path)) ? ask() : undefined;

  return {
    readFile: (path, most) => ifReadable(path, () => files.readFile(path, most)),
    readFolder: (path) => ifReadable(path, () => files.readFolder(path)),
    whyUnreadable: (path, expected, most) => ifReadable(path, () => files.whyUnreadable(path, expected, most)),
    sizeOf: (path) => ifReadable(path, () => files.sizeOf(path)),
    typeOf: (path) => ifReadable(path, () => files.typeOf(path)),
    realPath: (path) => ifReadable(path, () => files.realPath(path)),
    identityOf: (path) => ifReadable(path, () => files.identityOf(path)),
  };
}

/** The deepest of some places that holds a path, or is it. */
function innermost(places: readonly string[], path: string): string | undefined {
  return places.filter((place) => isWithin(place, path)).sort((a, b) => b.length - a.length)[0];
}

function isWithin(place: string, path: string): boolean {
  return path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`);
}
