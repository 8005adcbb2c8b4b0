import type { FileSystem, FileType } from '../../server/src/platform/file-system.ts';

/** A link to another path, which need not exist. */
interface Link {
  readonly link: string;
}

/** Texts, bytes and links by absolute path. */
export type MemoryFiles = Readonly<Record<string, string | Uint8Array | Link>>;

/** A link for {@link MemoryFiles}. */
export function linkTo(link: string): Link {
  return { link };
}

/** Files, folders and symbolic links in memory. */
export function memoryFileSystem(content: MemoryFiles): FileSystem {
  const files = new Map<string, string | Uint8Array>();
  const links = new Map<string, string>();
  const folders = new Map<string, Set<string>>([['/', new Set()]]);
  const addFolder = (path: string): Set<string> => {
    const known = folders.get(path);
    if (known) return known;
    const names = new Set<string>();
    folders.set(path, names);
    addName(path);
    return names;
  };
  const addName = (path: string): void => {
    const slash = path.lastIndexOf('/');
    addFolder(path.slice(0, slash) || '/').add(path.slice(slash + 1));
  };
  for (const [path, it] of Object.entries(content)) {
    addName(path);
    if (typeof it === 'string' || it instanceof Uint8Array) files.set(path, it);
    else links.set(path, it.link);
  }

  /** Follows the links in a path; undefined where they lead nowhere or in a circle. */
  const resolve = (path: string, hops = 0): string | undefined => {
    if (hops > 40) return undefined;
    let real = '';
    for (const part of path.split('/').filter(Boolean)) {
      const next = `${real}/${part}`;
      const link = links.get(next);
      const target = link === undefined ? next : resolve(link, hops + 1);
      if (target === undefined) return undefined;
      real = target;
    }
    const found = real || '/';
    return files.has(found) || folders.has(found) ? found : undefined;
  };
  const typeOf = (path: string): FileType | undefined => {
    const real = resolve(path);
    return real === undefined ? undefined : files.has(real) ? 'file' : 'folder';
  };
  return {
    readFile: async (path, most = Number.POSITIVE_INFINITY) => {
      const found = files.get(resolve(path) ?? '');
      const bytes = typeof found === 'string' ? new TextEncoder().encode(found) : found;
      return bytes && bytes.length <= most ? bytes : undefined;
    },
    readFolder: async (path) => {
      const real = resolve(path);
      const names = real === undefined ? undefined : folders.get(real);
      return (
        names &&
        [...names].map((name) => ({
          name,
          type: typeOf(`${real}/${name}`) ?? 'other',
          ...(links.has(`${real}/${name}`) && { isLink: true as const }),
        }))
      );
    },
    whyUnreadable: async () => undefined,
    sizeOf: async (path) => {
      const found = files.get(resolve(path) ?? '');
      return found === undefined ? undefined : Buffer.byteLength(found);
    },
    typeOf: async (path) => typeOf(path),
    realPath: async (path) => resolve(path),
    // A file says so itself.
    isExecutable: async (path) => {
      const found = files.get(resolve(path) ?? '');
      return typeof found === 'string' ? !found.includes('not executable') : undefined;
    },
    identityOf: async (path) => resolve(path),
  };
}
