import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PrivateFile, PrivateFolder } from '../private-folder.ts';

/** A folder on the disk, created when something is written to it. */
export function nodePrivateFolder(folder: string): PrivateFolder {
  const fileOf = (name: string): string => {
    if (!/^[\w-][\w.-]*$/.test(name)) throw new Error(`${name} is not a name for a private file`);
    return path.join(folder, name);
  };
  return {
    async list() {
      const names = await readdir(folder).catch(() => []);
      const files = await Promise.all(names.sort().map((name) => describe(folder, name)));
      return files.filter((file) => file !== undefined);
    },
    async read(name) {
      return readFile(fileOf(name), 'utf8').catch(() => undefined);
    },
    async write(name, text) {
      const file = fileOf(name);
      const unfinished = `${file}.${process.pid}.tmp`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(unfinished, text, { mode: 0o600 });
        await rename(unfinished, file);
        return true;
      } catch {
        await rm(unfinished, { force: true }).catch(() => {});
        return false;
      }
    },
    async remove(name) {
      await rm(fileOf(name), { force: true }).catch(() => {});
    },
  };
}

async function describe(folder: string, name: string): Promise<PrivateFile | undefined> {
  const stats = await stat(path.join(folder, name)).catch(() => undefined);
  return stats?.isFile() ? { name, size: stats.size } : undefined;
}
