import { readFile } from 'node:fs/promises';
import { catalogLocation } from '../../server/src/catalog/file/catalog-location.ts';
import type { FileContext } from '../../server/src/catalog/file/file-context.ts';
import { NamesInScope } from '../../server/src/catalog/file/names-in-scope.ts';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { discoverFiles } from '../../server/src/cli/files/discover-files.ts';
import { type CheckedFile, checkFile, defaultSettings } from '../../server/src/features/check/check-file.ts';
import { memoisingFileSystem } from '../../server/src/platform/file-systems/memoising-file-system.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import type { CorpusRepository } from './corpus-catalog.ts';

/** A skill, command or agent that somebody published, as it is checked without any settings. */
export interface CorpusFile extends CheckedFile {
  readonly text: string;
  readonly context: FileContext;
  /** Checks another text as if it stood in the same place. */
  recheck(text: string): CheckedFile;
}

/** Called when a rule throws. */
export type CorpusCrash = (path: string, rule: string, error: unknown) => void;

/** Finds and checks all skills, commands and agents below a folder, each in its repository's session. */
export async function readCorpus(
  folder: string,
  repositories: readonly CorpusRepository[],
  onCrash: CorpusCrash,
): Promise<CorpusFile[]> {
  const files = memoisingFileSystem(nodeFileSystem);
  const names = new NamesInScope(files);
  const found: CorpusFile[] = [];
  for (const { realPath } of (await discoverFiles([folder], files)).files) {
    const around = await readFileContext(realPath, files, undefined, { names });
    if (!around) continue;
    const repository = repositories.find((it) => realPath.startsWith(`${it.folder}/`));
    const context = { ...around, inCatalog: repository && catalogLocation(repository.catalog, realPath) };
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readFile(realPath));
    const recheck = (changed: string) =>
      checkFile(changed, context, defaultSettings, (rule, error) => onCrash(realPath, rule.id, error));
    const { document, findings, suppressed } = recheck(text);
    found.push({ text, context, document, findings, suppressed, recheck });
  }
  return found;
}
