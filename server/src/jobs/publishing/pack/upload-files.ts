import { isUploadedEntry } from '../../../catalog/file/skill-package.ts';
import { BoundedWalk } from '../../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { isWithin } from '../../../platform/paths.ts';

export interface UploadFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

/** The files of an upload of a folder, and why it cannot be complete. */
interface UploadFiles {
  /** Sorted by path. */
  readonly files: readonly UploadFile[];
  /** One sentence each, without full stop. */
  readonly problems: readonly string[];
}

/**
 * Reads the files of a skill's folder for an upload. Files behind links are read only if they are in the folder, too:
 * an upload holds no link, so it would send a copy of whatever a link leads to.
 *
 * @param folder absolute
 * @param maxBytes where reading stops: with more, the upload is rejected anyway
 */
export async function readUploadFiles(folder: string, files: FileSystem, maxBytes: number): Promise<UploadFiles> {
  const root = (await files.realPath(folder)) ?? folder;
  const walk = new BoundedWalk(files, SMALL_WALK);
  const found: UploadFile[] = [];
  const problems: string[] = [];
  let total = 0;
  const read = async (inside: string, above: readonly string[]): Promise<void> => {
    const path = inside === '' ? root : `${root}/${inside}`;
    for (const entry of await walk.list(path, above.length)) {
      if (!isUploadedEntry(entry)) continue;
      const inner = inside === '' ? entry.name : `${inside}/${entry.name}`;
      const real = await files.realPath(`${root}/${inner}`);
      if (real === undefined || entry.type === 'other') problems.push(`${inner} is neither a file nor a folder`);
      else if (!isWithin(real, root)) problems.push(`${inner} is a link that points outside the skill, to ${real}`);
      else if (entry.type === 'folder' && [root, ...above].includes(real)) {
        problems.push(`${inner} is a link to a folder that contains it`);
      } else if (entry.type === 'folder') await read(inner, [...above, real]);
      else if (total <= maxBytes) await readOne(inner, real);
    }
  };
  const readOne = async (path: string, real: string): Promise<void> => {
    const bytes = await files.readFile(real, maxBytes);
    if (bytes) {
      total += bytes.length;
      found.push({ path, bytes, isExecutable: (await files.isExecutable(real)) === true });
    } else {
      const reason = await files.whyUnreadable(real, 'file', maxBytes);
      problems.push(`${path} cannot be read${reason === undefined ? '' : ` (${reason})`}`);
    }
  };
  await read('', []);
  for (const { path, reason } of walk.unreadable) problems.push(`${path} cannot be read (${reason})`);
  if (walk.cut !== undefined) problems.push(`The folder has more than ${walk.cut}`);
  return { files: found.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
}
