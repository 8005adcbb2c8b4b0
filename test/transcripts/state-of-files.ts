import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** All files in a folder with their sizes and times: what is only read stays the same. */
export async function stateOfFiles(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true });
  const states = found.map(async (name) => {
    const { size, mtimeMs } = await stat(path.join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(states)).toSorted();
}
