import type { FileSystem } from '../../platform/file-system.ts';
import { listBundledPaths } from './bundled-paths.ts';
import { type Reference, readReferences } from './references.ts';
import { findUnnamedFiles } from './unnamed-files.ts';

/** The files in a skill's folder, and what its findings need of their content. */
export interface Bundle {
  /** Files and folders, relative to the skill's folder. */
  readonly paths: ReadonlySet<string>;
  readonly references: readonly Reference[];
  /** Files that nothing names. */
  readonly unnamed: readonly string[];
}

/**
 * Reads what is in a skill's folder; undefined if there is too much in it.
 *
 * @param folder absolute
 * @param text the skill's own, as saved
 */
export async function readBundle(folder: string, text: string, files: FileSystem): Promise<Bundle | undefined> {
  const bundled = await listBundledPaths(folder, files);
  if (!bundled) return undefined;
  const [references, unnamed] = await Promise.all([
    readReferences(folder, text, bundled.all, files),
    findUnnamedFiles(folder, text, bundled, files),
  ]);
  return { paths: bundled.all, references, unnamed };
}
