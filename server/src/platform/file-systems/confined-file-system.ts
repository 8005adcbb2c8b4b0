import type { FileSystem } from '../file-system.ts';
import { isWithin } from '../paths.ts';

/** The folders that may be read on a machine while the workspace is not trusted. Paths are absolute, with `/`. */
export interface ReadableFolders {
  /** Folders of the workspace: nothing in them leads outside. */
  readonly workspace: readonly string[];
  /** Files and folders of the user, or of the system. Their links may lead anywhere. */
  readonly own: readonly string[];
}

/**
 * A file system limited to some places, while they are given: everything else is absent.
 *
 * @param places what may be read at the moment; undefined for everything
 * @param refused called with every path in the workspace that a link leads out of it
 */
export function confinedFileSystem(
  files: FileSystem,
  places: () => ReadableFolders | undefined,
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
    // A missing file cannot be read.
    if (root === undefined || real === undefined) return false;
    if (isWithin(real, root)) return true;
    refused(path);
    return false;
  }

  const ifReadable = async <Answer>(path: string, ask: () => Promise<Answer>): Promise<Answer | undefined> =>
    (await isReadable(path)) ? ask() : undefined;

  return {
    readFile: (path, max) => ifReadable(path, () => files.readFile(path, max)),
    readFolder: (path) => ifReadable(path, () => files.readFolder(path)),
    whyUnreadable: (path, expected, max) => ifReadable(path, () => files.whyUnreadable(path, expected, max)),
    sizeOf: (path) => ifReadable(path, () => files.sizeOf(path)),
    typeOf: (path) => ifReadable(path, () => files.typeOf(path)),
    isExecutable: (path) => ifReadable(path, () => files.isExecutable(path)),
    realPath: (path) => ifReadable(path, () => files.realPath(path)),
    identityOf: (path) => ifReadable(path, () => files.identityOf(path)),
  };
}

/** The deepest place that contains a path or equals it. */
function innermost(places: readonly string[], path: string): string | undefined {
  return places.filter((place) => isWithin(path, place)).sort((a, b) => b.length - a.length)[0];
}
