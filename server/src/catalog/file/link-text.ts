import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isWithin, relativeTo, resolve } from '../../platform/paths.ts';
import { folderWithMark } from './marked-folder.ts';

/** What a checkout without symbolic links, or a ZIP file, has in place of one: a text with its path. */
export interface LinkText {
  /** The file with the text: an absolute path. */
  readonly path: string;
  /** The absolute path without links to which it would lead. */
  readonly target: string;
}

/** Git writes nothing but the path, and no system accepts longer ones. */
const maxBytes = 1024;

/** A relative path on one line. */
const onlyPath = /^(?![/~])[^\0-\x1f\\:*?"<>|]+$/;

/**
 * Reads a file as such a text; undefined if it is anything else, or if the path leads nowhere or out of the repository.
 * Claude Code does not follow it: this only tells why something is missing.
 */
export async function readLinkText(path: string, repository: string, files: FileSystem): Promise<LinkText | undefined> {
  const size = await files.sizeOf(path);
  if (!size || size > maxBytes) return undefined;
  const bytes = await files.readFile(path, maxBytes);
  const written = bytes && decodeText(bytes).replace(/\r?\n$/, '');
  if (!written || !onlyPath.test(written)) return undefined;
  const target = resolve(folderOf(path), written);
  if (target === undefined || target === path || !isWithin(target, repository)) return undefined;
  const [real, root] = await Promise.all([files.realPath(target), files.realPath(repository)]);
  return real !== undefined && root !== undefined && isWithin(real, root) ? { path, target: real } : undefined;
}

/**
 * Whether a file is such a text.
 *
 * @param text what it holds: only one line can be a path
 * @param folders those that hold the file, nearest first
 */
export async function standsForLink(
  path: string,
  text: string,
  folders: readonly string[],
  files: FileSystem,
): Promise<boolean> {
  if (!/^[^\n]{1,1000}\n?$/.test(text)) return false;
  const repository = await repositoryAround(folders, files);
  return repository !== undefined && (await readLinkText(path, repository, files)) !== undefined;
}

/** The first file on the way to a path that is such a text; undefined if there is none inside the repository. */
export async function linkTextOnTheWay(
  path: string,
  repository: string,
  files: FileSystem,
): Promise<LinkText | undefined> {
  if (!isWithin(path, repository)) return undefined;
  let reached = repository;
  for (const part of relativeTo(path, repository).split('/')) {
    reached = `${reached}/${part}`;
    const type = await files.typeOf(reached);
    if (type === 'file') return readLinkText(reached, repository, files);
    if (type !== 'folder') return undefined;
  }
  return undefined;
}

/**
 * The repository of a file: the nearest folder above it with the data of Git, or else with a marketplace.
 *
 * @param folders those that hold the file, nearest first
 */
export function repositoryAround(folders: readonly string[], files: FileSystem): Promise<string | undefined> {
  return folderWithMark(['.git', '.claude-plugin/marketplace.json'], folders, files);
}
