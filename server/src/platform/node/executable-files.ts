import { accessSync, constants, statSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';

/** Whether there is a program at a path that this process may start. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const everyoneMayRead = 0o444;

/**
 * Lets everyone run a file who may read it, as `chmod +x` does. Undefined on Windows, where the extension of a file
 * decides.
 */
export const makeExecutable = process.platform === 'win32' ? undefined : addModes;

async function addModes(path: string): Promise<void> {
  const { mode } = await stat(path);
  await chmod(path, mode | ((mode & everyoneMayRead) >> 2));
}
