import { skillLocks } from '../../../dialect/skill-locks.ts';
import { BoundedWalk } from '../../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';

/** The files of a skill's folder that an installation copies. */
export interface FolderContent {
  /** By their paths in the folder. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** Whether all of them were read: nothing can be said about a folder that was only read in part. */
  readonly isComplete: boolean;
}

interface FileContent {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly isExecutable: boolean;
}

/** Bounds of one folder. Skills have a few dozen files. */
const max = { files: 1_000, bytes: 32 * 1024 * 1024 };

const unhashed: ReadonlySet<string> = new Set(skillLocks.unhashedFolders);

/** Reads the files of a folder, which may be a link itself. Links in it are left out, as in the hashes of lock files. */
export async function readFolderContent(folder: string, files: FileSystem): Promise<FolderContent> {
  const walk = new BoundedWalk(files, SKILL_WALK);
  const found = new Map<string, FileContent>();
  let bytesLeft = max.bytes;
  let isComplete = true;
  const pending = [''];
  for (let inside = pending.pop(); inside !== undefined && isComplete; inside = pending.pop()) {
    const depth = inside === '' ? 0 : inside.split('/').length;
    for (const { name, type, isLink } of await walk.enter(inside === '' ? folder : `${folder}/${inside}`, depth)) {
      const path = inside === '' ? name : `${inside}/${name}`;
      if (isLink) continue;
      if (type === 'folder' && !unhashed.has(name)) pending.push(path);
      if (type !== 'file') continue;
      const bytes = found.size < max.files ? await files.readFile(`${folder}/${path}`, bytesLeft) : undefined;
      if (bytes === undefined) {
        isComplete = false;
        break;
      }
      bytesLeft -= bytes.length;
      const isExecutable = (await files.isExecutable(`${folder}/${path}`)) === true;
      found.set(path, { bytes, hash: await hexHash('SHA-256', [bytes]), isExecutable });
    }
  }
  return { files: found, isComplete: isComplete && walk.isComplete };
}

/** A hash over several byte strings, in hexadecimal. */
export async function hexHash(algorithm: 'SHA-1' | 'SHA-256', parts: readonly Uint8Array[]): Promise<string> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest(algorithm, joined));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
