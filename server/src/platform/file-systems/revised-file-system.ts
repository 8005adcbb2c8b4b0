import type { FileSystem, FolderEntry } from '../file-system.ts';
import { folderOf, lastPart } from '../paths.ts';

/** Files of a machine as they were at another time. All others were as they are now. */
interface RevisedFiles {
  /** Absolute paths of files that did not exist. */
  readonly absent: ReadonlySet<string>;
  /** Absolute paths of files that had another content, or exist no longer. */
  readonly other: ReadonlySet<string>;
  /** The content of one of the others; undefined if it cannot be read. */
  read(path: string): Promise<Uint8Array | undefined>;
}

/** The file system of a machine at another time. */
export function revisedFileSystem(files: FileSystem, { absent, other, read }: RevisedFiles): FileSystem {
  const namesOfOther = new Map<string, Set<string>>();
  for (const path of other) {
    for (let at = path; folderOf(at) !== ''; at = folderOf(at)) {
      const names = namesOfOther.get(folderOf(at)) ?? new Set<string>();
      namesOfOther.set(folderOf(at), names.add(lastPart(at)));
    }
  }
  const readBounded = async (path: string, max = Number.POSITIVE_INFINITY) => {
    const bytes = await read(path);
    return bytes && bytes.length <= max ? bytes : undefined;
  };
  const typeOf: FileSystem['typeOf'] = async (path) => {
    if (absent.has(path)) return undefined;
    if (other.has(path)) return 'file';
    return namesOfOther.has(path) ? 'folder' : files.typeOf(path);
  };
  /** Files that exist no longer have no other path. */
  const ownPath = async (path: string, ask: () => Promise<string | undefined>): Promise<string | undefined> =>
    absent.has(path) ? undefined : ((await ask()) ?? ((await typeOf(path)) === undefined ? undefined : path));
  return {
    async readFile(path, max) {
      if (absent.has(path)) return undefined;
      return other.has(path) ? readBounded(path, max) : files.readFile(path, max);
    },
    async readFolder(path) {
      const now = await files.readFolder(path);
      const then = namesOfOther.get(path);
      if (!now && !then) return undefined;
      const kept = (now ?? []).filter(({ name }) => !absent.has(`${path}/${name}`) && !then?.has(name));
      const added = [...(then ?? [])].map(
        async (name): Promise<FolderEntry> => ({ name, type: (await typeOf(`${path}/${name}`)) ?? 'other' }),
      );
      return [...kept, ...(await Promise.all(added))].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async whyUnreadable(path, expected, max) {
      if (absent.has(path)) return undefined;
      if (!other.has(path)) return files.whyUnreadable(path, expected, max);
      return (await readBounded(path, max)) ? undefined : 'not in the repository';
    },
    async sizeOf(path) {
      if (absent.has(path)) return undefined;
      return other.has(path) ? (await read(path))?.length : files.sizeOf(path);
    },
    typeOf,
    // How a file was marked then is not known.
    isExecutable: async (path) => (absent.has(path) || other.has(path) ? undefined : files.isExecutable(path)),
    realPath: (path) => ownPath(path, () => files.realPath(path)),
    identityOf: (path) => ownPath(path, () => files.identityOf(path)),
  };
}
