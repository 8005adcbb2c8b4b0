import { folderOf, lastPart } from '../../../platform/paths.ts';

/** `evals` for `evals/results/<time>`; undefined for a folder elsewhere. */
export function suiteOfResults(folder: string): string | undefined {
  const above = folderOf(folder);
  return lastPart(above) === 'results' ? folderOf(above) : undefined;
}
