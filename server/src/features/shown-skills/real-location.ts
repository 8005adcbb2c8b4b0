import type { FileSystem } from '../../platform/file-system.ts';
import { isInside, isWithin, relativeTo } from '../../platform/paths.ts';

/** Where a path below a displayed folder really is. */
type RealLocation =
  /** It is in that folder; `isLink` if its own last part is a link that stays inside. */
  | { readonly kind: 'inside'; readonly isLink: boolean; readonly path: string }
  | { readonly kind: 'outside'; readonly isLink: boolean; readonly path: string }
  /** `link`, which is the path or a folder above it, is a broken link. */
  | { readonly kind: 'nowhere'; readonly link: string };

/**
 * Finds where a path really is, even if it does not exist yet.
 *
 * @param path below `folder`
 */
export async function realLocation(path: string, folder: string, files: FileSystem): Promise<RealLocation> {
  const root = await files.realPath(folder);
  if (root === undefined || !isInside(path, folder)) return { kind: 'inside', isLink: false, path };
  const parts = relativeTo(path, folder).split('/');
  let reached = folder;
  let real = root;
  let isLink = false;
  for (const [index, part] of parts.entries()) {
    const next = `${reached}/${part}`;
    const leadsTo = await files.realPath(next);
    if (leadsTo === undefined) {
      const names = await files.readFolder(reached);
      if (names?.some(({ name }) => name === part)) return { kind: 'nowhere', link: next };
      return {
        kind: isWithin(real, root) ? 'inside' : 'outside',
        isLink: false,
        path: below(real, parts.slice(index)),
      };
    }
    isLink = !isSameName(leadsTo, below(real, [part]));
    reached = next;
    real = leadsTo;
  }
  return { kind: isWithin(real, root) ? 'inside' : 'outside', isLink, path: real };
}

function below(folder: string, parts: readonly string[]): string {
  return `${folder === '/' ? '' : folder}/${parts.join('/')}`;
}

/** Some disks find a name that is written in another case or with other accents. */
function isSameName(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}
