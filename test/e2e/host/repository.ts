import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of this repository, found from this module whether it runs from its source or from a bundle. */
export const repositoryRoot: string = findRepositoryRoot(import.meta.dirname);

/** The folder for output to review: screenshots, server logs. Ignored by git. */
export const testOutput: string = path.join(repositoryRoot, '.test-output');

/** The folder for expensive, reproducible results; deleted with `node_modules`. */
export const testCache: string = path.join(repositoryRoot, 'node_modules', '.cache', 'skillwright');

function findRepositoryRoot(start: string): string {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (readPackageName(folder) === 'skillwright') {
      return folder;
    }
    if (folder === path.dirname(folder)) {
      throw new Error(`${start} is not inside the skillwright repository`);
    }
  }
}

function readPackageName(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).name;
  } catch {
    return undefined;
  }
}
