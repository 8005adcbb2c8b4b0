import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultFile, ResultFiles } from '../result-files.ts';
import { Unreadable } from './unreadable.ts';

/** Writes results to the disk. */
export const nodeResultFiles: ResultFiles = {
  async write(root, folder, files) {
    const made = new Set<string>();
    let problem: string | undefined;
    for (const file of files) {
      const parts = `${folder}/${file.path}`.split('/');
      const name = parts.pop()!;
      try {
        await writeNew(await ownFolder(root, parts, made), name, file);
      } catch (error) {
        problem ??= Unreadable.because(error).reason;
      }
    }
    return problem;
  },
};

/** The path of a folder below the root, created as far as it is missing. No part of it is a link. */
async function ownFolder(root: string, parts: readonly string[], made: Set<string>): Promise<string> {
  let path = root;
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..') throw refused;
    path = join(path, part);
    if (made.has(path)) continue;
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await lstat(path)).isDirectory()) throw refused;
    made.add(path);
  }
  return path;
}

async function writeNew(folder: string, name: string, file: ResultFile): Promise<void> {
  if (name === '' || name === '.' || name === '..') throw refused;
  await writeFile(join(folder, name), 'bytes' in file ? file.bytes : file.text, { flag: 'wx' });
}

const refused = Object.assign(new Error('a link, or not a folder'), { code: 'EACCES' });
