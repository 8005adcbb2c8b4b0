import type { FileSystem, FileType, FolderEntry } from '../file-system.ts';
import { folderOf, isWithin, join, lastPart, relativeTo } from '../paths.ts';

/** A file, a symbolic link or a submodule of a tree; for a link, the object is the text of its target. */
export interface TreeEntry {
  readonly kind: 'file' | 'link' | 'module';
  /** The id of the object with its content. */
  readonly object: string;
  readonly isExecutable: boolean;
}

/** The files of a folder at some time in its history. */
interface FileTree {
  /** The folder, absolute and without links. */
  readonly root: string;
  /** By path relative to the root. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** The content of an object; undefined if it cannot be read or is larger than `max` bytes. */
  read(object: string, max?: number): Promise<Uint8Array | undefined>;
  sizeOf(object: string): Promise<number | undefined>;
}

/** How many links one path may lead through, as on Linux. */
const maxLinks = 40;

/** Bytes of the target of a link. */
const maxTarget = 4096;

/** Where a path leads in a tree, or out of it. */
type Resolved =
  | { readonly kind: 'file' | 'folder'; readonly path: string; readonly object: string }
  | { readonly kind: 'outside'; readonly path: string };

/**
 * The file system of a machine on which a folder has the files of a tree. Everything outside of the folder is as it is
 * now. What the folder has besides the tree is absent, except for `.git`, which is an empty folder.
 *
 * @param kept paths in the folder that are as they are now unless the tree has them: files that belong to a user
 */
export function treeFileSystem(tree: FileTree, outside: FileSystem, kept: ReadonlySet<string>): FileSystem {
  const folders = foldersOf(tree, kept);

  const resolve = async (asked: string): Promise<Resolved | undefined> => {
    let path = withoutSteps(asked);
    for (let links = 0; links <= maxLinks; links++) {
      if (!isWithin(path, tree.root)) return { kind: 'outside', path };
      const inside = path === tree.root ? '' : relativeTo(path, tree.root);
      if (folders.has(inside)) return { kind: 'folder', path, object: '' };
      const entry = tree.entries.get(inside);
      if (entry?.kind === 'file') return { kind: 'file', path, object: entry.object };
      if (entry?.kind === 'module') return { kind: 'folder', path, object: '' };
      if (kept.has(path)) return { kind: 'outside', path };
      const link = linkAbove(inside);
      const target = link === undefined ? undefined : await tree.read(tree.entries.get(link)!.object, maxTarget);
      if (link === undefined || !target) return undefined;
      const to = new TextDecoder().decode(target);
      const from = folderOf(join(tree.root, link));
      path = withoutSteps(`${/^(\/|[a-zA-Z]:\/)/.test(to) ? to : `${from}/${to}`}${inside.slice(link.length)}`);
    }
    return undefined;
  };

  /** The first part of a path that is a link. */
  const linkAbove = (inside: string): string | undefined => {
    for (let end = inside.indexOf('/'); ; end = inside.indexOf('/', end + 1)) {
      const part = end < 0 ? inside : inside.slice(0, end);
      if (tree.entries.get(part)?.kind === 'link') return part;
      if (end < 0) return undefined;
    }
  };

  const typeOf = async (path: string): Promise<FileType | undefined> => {
    const found = await resolve(path);
    return found?.kind === 'outside' ? outside.typeOf(found.path) : found?.kind;
  };

  const files: FileSystem = {
    async readFile(path, max) {
      const found = await resolve(path);
      if (found?.kind === 'outside') return outside.readFile(found.path, max);
      return found?.kind === 'file' ? tree.read(found.object, max) : undefined;
    },
    async readFolder(path) {
      const found = await resolve(path);
      if (found?.kind === 'outside') return outside.readFolder(found.path);
      if (found?.kind !== 'folder') return undefined;
      const inside = found.path === tree.root ? '' : relativeTo(found.path, tree.root);
      const names = [...(folders.get(inside) ?? [])].sort();
      const entries = names.map(
        async (name): Promise<FolderEntry> => ({
          name,
          type: (await typeOf(`${found.path}/${name}`)) ?? 'other',
          ...(tree.entries.get(inside ? `${inside}/${name}` : name)?.kind === 'link' && { isLink: true as const }),
        }),
      );
      return Promise.all(entries);
    },
    async whyUnreadable(path, expected, max) {
      const found = await resolve(path);
      if (found?.kind === 'outside') return outside.whyUnreadable(found.path, expected, max);
      if (!found) return undefined;
      if (found.kind !== expected) return expected === 'folder' ? 'not a folder' : 'a folder';
      const isRead = found.kind === 'folder' || (await tree.read(found.object, max)) !== undefined;
      return isRead ? undefined : 'too large, or not in the repository on this machine';
    },
    async sizeOf(path) {
      const found = await resolve(path);
      if (found?.kind === 'outside') return outside.sizeOf(found.path);
      return found?.kind === 'file' ? tree.sizeOf(found.object) : undefined;
    },
    typeOf,
    async isExecutable(path) {
      const found = await resolve(path);
      if (found?.kind === 'outside') return outside.isExecutable(found.path);
      return found?.kind === 'file' ? tree.entries.get(relativeTo(found.path, tree.root))?.isExecutable : undefined;
    },
    async realPath(path) {
      const found = await resolve(path);
      return found?.kind === 'outside' ? outside.realPath(found.path) : found?.path;
    },
    async identityOf(path) {
      const found = await resolve(path);
      return found?.kind === 'outside' ? outside.identityOf(found.path) : found && `tree:${found.path}`;
    },
  };
  return files;
}

/** The names in each folder, by its path relative to the root. */
function foldersOf({ root, entries }: FileTree, kept: ReadonlySet<string>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>([
    ['', new Set(['.git'])],
    ['.git', new Set()],
  ]);
  const add = (path: string): void => {
    for (let at = path; at !== ''; at = folderOf(at)) {
      const folder = folderOf(at);
      const names = folders.get(folder);
      if (names?.has(lastPart(at))) return;
      if (names) names.add(lastPart(at));
      else folders.set(folder, new Set([lastPart(at)]));
    }
  };
  for (const path of entries.keys()) add(path);
  for (const path of kept) {
    // Where the tree has no such folder, nothing in it may appear.
    const inside = relativeTo(path, root);
    if (folders.has(folderOf(inside))) add(inside);
  }
  return folders;
}

/** A path with `.` and `..` resolved. */
function withoutSteps(path: string): string {
  if (!/\/(\.{0,2})(\/|$)/.test(path)) return path;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return /^[a-zA-Z]:$/.test(parts[0] ?? '') ? parts.join('/') : `/${parts.join('/')}`;
}
