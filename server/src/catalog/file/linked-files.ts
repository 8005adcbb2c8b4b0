import { readLinkTarget } from '../../document/link-target.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { partsInside } from '../../platform/paths.ts';

/** Links of one file that are followed out of its folder. */
const maxLinks = 200;

/** Whether a text may link to files. */
export function mayHaveLinks(text: string): boolean {
  return text.includes('](') || text.includes(']:');
}

/** Where the links of a skill lead that leave its folder, by their paths as {@link readLinkTarget} reads them. */
export interface LinksOutside {
  readonly existing: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
}

/**
 * Looks for the files outside a skill's folder to which its saved text links. What cannot be seen, such as folders
 * outside an untrusted workspace, is in neither set.
 *
 * @param folder absolute
 */
export async function findLinksOutside(folder: string, text: string, files: FileSystem): Promise<LinksOutside> {
  const existing = new Set<string>();
  const missing = new Set<string>();
  const paths = [...new Set(writtenPaths(text))].slice(0, maxLinks);
  if (paths.length > 0) {
    const real = (await files.realPath(folder)) ?? folder;
    await Promise.all(
      paths.map(async (path) => {
        const found = await Promise.all([...new Set([folder, real])].map((base) => isThere(base, path, files)));
        if (found.includes(true)) existing.add(path);
        else if (found.every((it) => it === false)) missing.add(path);
      }),
    );
  }
  return { existing, missing };
}

function* writtenPaths(text: string): Generator<string> {
  for (const [, inline, defined] of text.matchAll(
    /\]\(\s{0,9}<?([^)\s>]{1,500})|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,9}<?([^\s>]{1,500})/gm,
  )) {
    const path = readLinkTarget((inline ?? defined)!)?.path;
    if (path?.startsWith('../') && partsInside(path) === undefined) yield path;
  }
}

/** Whether something is at a relative path; undefined if the folder that both have in common cannot be seen. */
async function isThere(folder: string, path: string, files: FileSystem): Promise<boolean | undefined> {
  const parts = folder.split('/');
  let common = parts.length;
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
    common = Math.min(common, parts.length);
  }
  if (common < 2) return undefined;
  if ((await files.typeOf(parts.join('/'))) !== undefined) return true;
  return (await files.typeOf(parts.slice(0, common).join('/'))) === 'folder' ? false : undefined;
}
