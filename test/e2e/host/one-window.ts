import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe } from 'vitest';
import { isEveryTest } from '../../every-test.ts';
import { isForNights } from './for-nights.ts';
import { closeKeptWindow } from './vscode-for-tests.ts';

/**
 * Runs the test files of the folder that is named like a test file as parts of it. A process is given whole files, so
 * only the tests of one can be sure to find the window that previous ones have left open. The `first` part gets a new window.
 */
export function runInOneWindow(testFile: string, first?: string): void {
  const folder = testFile.replace(/\.test\.ts$/, '');
  const parts = readdirSync(folder).filter(
    (name) => name.endsWith('.test.ts') && (isEveryTest || !isForNights(`${path.basename(folder)}/${name}`)),
  );
  parts.sort((a, b) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1));
  for (const part of parts) {
    describe(part.replace('.test.ts', ''), async () => {
      await import(path.join(folder, part));
    });
  }
  afterAll(closeKeptWindow);
}
