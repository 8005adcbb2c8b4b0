import { accessSync, constants, statSync } from 'node:fs';

/** Whether there is a program at a path that this process may start. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
