import type { FileSystem } from '../../file-system.ts';
import { type TreeEntry, treeFileSystem } from '../../file-systems/tree-file-system.ts';
import { isInside } from '../../paths.ts';
import type { Refusal } from '../../refusal.ts';
import { slashedPath } from '../../slashed-path.ts';
import { askGit } from './git-command.ts';
import { GitObjects } from './git-objects.ts';

/** Bytes of the list of a revision's files: about two million of them. */
const maxList = 256 * 1024 * 1024;

/** The machine's files as they were in a revision of a repository. */
export interface Revision {
  /** The full id of the commit. */
  readonly commit: string;
  readonly files: FileSystem;
  close(): void;
}

/**
 * Opens a revision for reading. Nothing is checked out: its files are read from the database of the repository.
 *
 * @param folder any folder of the repository
 * @param name a branch, tag, commit or anything else that git understands
 * @param outside everything outside of the repository
 * @param kept paths that are as they are now unless the revision has them
 */
export async function openRevision(
  folder: string,
  name: string,
  outside: FileSystem,
  kept: readonly string[],
): Promise<Revision | Refusal> {
  const top = await askGit(folder, ['rev-parse', '--show-toplevel'], maxAnswer);
  if ('problem' in top) return top;
  const root = slashedPath(top.output.toString().replace(/\r?\n$/, ''));
  const commit = await askGit(
    folder,
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    maxAnswer,
  );
  if ('problem' in commit || name.startsWith('-')) return { problem: `there is no revision ${name} in ${root}` };
  const id = commit.output.toString().trim();
  const list = await askGit(folder, ['ls-tree', '-r', '-z', '--full-tree', id], maxList);
  if ('problem' in list) return list;
  const objects = new GitObjects(folder);
  const tree = {
    root,
    entries: readTree(list.output),
    read: (object: string, max?: number) => objects.read(object, max),
    sizeOf: async (object: string) => (await objects.read(object))?.length,
  };
  return {
    commit: id,
    files: treeFileSystem(tree, outside, new Set(kept.filter((path) => isInside(path, root)))),
    close: () => objects.close(),
  };
}

/** Bytes of an answer of one line. */
const maxAnswer = 64 * 1024;

/** Reads the output of `git ls-tree -r -z`: `<mode> <type> <object>`, a tab and the path. */
function readTree(list: Buffer): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (const record of list.toString().split('\0')) {
    const [, mode, object, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(record) ?? [];
    if (mode === undefined || object === undefined || path === undefined) continue;
    const kind = mode === '120000' ? 'link' : mode === '160000' ? 'module' : 'file';
    entries.set(path, { kind, object, isExecutable: mode === '100755' });
  }
  return entries;
}
