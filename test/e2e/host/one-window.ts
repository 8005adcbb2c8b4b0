import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe } from 'vitest';
import { isEveryTest } from '../../every-test.ts';

/**
 * What is only tested if everything is: the looks of pages, which are for people to review, and what other tests do for the
 * most part.
 */
const forNights: readonly string[] = [
  'budget/broken-server',
  'budget/why',
  'evaluations/cases',
  'evaluations/prompts',
  'preview/skill-runs',
  'preview/states',
  'repository/changes',
  'repository/ready-to-publish',
  'sessions/consent',
  'sessions/new-case',
  'sessions/pages',
  'skills-tree/actions',
  'skills-tree/review',
];

function isForNights(folder: string, name: string): boolean {
  const part = `${path.basename(folder)}/${name.replace('.test.ts', '')}`;
  return part.endsWith('/appearance') || forNights.includes(part);
}

/**
 * Runs the test files of the folder that is named like a test file as parts of it. A process is given whole files, so
 * only the tests of one can be sure to find the window that previous ones have left open. The `first` part gets a new window.
 */
export function runInOneWindow(testFile: string, first?: string): void {
  const folder = testFile.replace(/\.test\.ts$/, '');
  const parts = readdirSync(folder).filter(
    (name) => name.endsWith('.test.ts') && (isEveryTest || !isForNights(folder, name)),
  );
  parts.sort((a, b) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1));
  for (const part of parts) {
    describe(part.replace('.test.ts', ''), async () => {
      await import(path.join(folder, part));
    });
  }
}
