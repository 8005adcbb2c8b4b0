import { availableParallelism } from 'node:os';
import type { CheckOptions } from '../check/check-options.ts';

/** So many files pay for the start of one thread more, which takes as long as checking forty of them. */
const filesPerThread = 500;

/** Files that a thread is given at a time: so few that all threads end together. */
export const batchSize = 16;

/** Without `--concurrency`: each thread takes up to 200 MB. */
const mostThreads = 4;

/** How many threads check so many files; 1 for the main thread alone. */
export function threadsFor(files: number, { concurrency, fix }: CheckOptions): number {
  // A fix in one file may change the findings in the next.
  if (fix) return 1;
  if (concurrency !== undefined) return Math.min(concurrency, Math.ceil(files / batchSize));
  return Math.max(1, Math.min(availableParallelism(), mostThreads, Math.floor(files / filesPerThread)));
}
