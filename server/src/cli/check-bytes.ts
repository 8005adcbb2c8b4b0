import type { CatalogPlace } from '../catalog/file/catalog-place.ts';
import type { FileContext } from '../catalog/file/file-context.ts';
import type { NamesInScope } from '../catalog/file/names-in-scope.ts';
import { readFileContext } from '../catalog/file/read-file-context.ts';
import { measureSkillPackage } from '../catalog/file/skill-package.ts';
import { fixAll, isFixedSafely } from '../features/actions/fix-all.ts';
import { type CheckedFile, type CheckSettings, checkFile } from '../features/check/check-file.ts';
import { decodeText } from '../platform/decode-text.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { overlayFileSystem } from '../platform/overlay-file-system.ts';
import type { RuleCrash } from '../rules/check-document.ts';
import type { RunMessages } from './run-messages.ts';

/** What is the same for all files of a run. */
export interface CheckRun {
  readonly files: FileSystem;
  readonly home: string | undefined;
  /** The folder of the user's settings. */
  readonly configFolder: string | undefined;
  readonly names: NamesInScope;
  /** What the session makes of a file; undefined for one that is none of its. */
  readonly inCatalog: (path: string) => Promise<CatalogPlace | undefined>;
  /** The settings of a file; undefined for one that is excluded. */
  readonly settingsOf: (path: string) => Promise<CheckSettings | undefined>;
  /** What becomes of safe fixes. */
  readonly fixes: 'none' | 'written' | 'shown';
  readonly messages: RunMessages;
}

/** A file that was checked. */
export interface CheckedBytes extends CheckedFile {
  readonly file: FileContext;
  /** The text after its safe fixes, checked again; undefined where they change nothing or must not be applied. */
  readonly fixed: CheckedFile | undefined;
  /** How long the work on the text took, in milliseconds. */
  readonly ms: number;
}

/** Why a file was not checked: it is of no kind that is checked, or the configuration excludes it. */
export type NotChecked = 'no-kind' | 'excluded';

/**
 * Checks bytes as if they stood at `path`.
 *
 * @param path absolute; nothing need be there
 */
export async function checkBytes(path: string, bytes: Uint8Array, run: CheckRun): Promise<CheckedBytes | NotChecked> {
  const files = overlayFileSystem(run.files, path, bytes);
  const context = await readFileContext(path, files, run.home, run.names, run.configFolder);
  if (!context) return 'no-kind';
  const settings = await run.settingsOf(path);
  if (!settings) return 'excluded';
  const isUploaded = context.kind === 'skill' && settings.targets.includes('claude-api');
  const file: FileContext = {
    ...context,
    inCatalog: await run.inCatalog(path),
    package: isUploaded ? await measureSkillPackage(path.slice(0, path.lastIndexOf('/')), files) : undefined,
  };
  const start = performance.now();
  const onCrash: RuleCrash = (rule, error) => run.messages.crash(rule.id, path, error);
  const checked = checkFile(decodeText(bytes), file, settings, onCrash);
  const fixed = run.fixes === 'none' ? undefined : fixedVersion(checked, file, settings, onCrash);
  return { ...checked, file, fixed, ms: performance.now() - start };
}

function fixedVersion(
  { document, findings }: CheckedFile,
  file: FileContext,
  settings: CheckSettings,
  onCrash: RuleCrash,
): CheckedFile | undefined {
  // The text of a file in another encoding is not what stands in it; writing it back would make the loss final.
  if (file.encoding !== 'utf-8' || !findings.some(isFixedSafely)) return undefined;
  const { text } = fixAll(document.text, (changed) => checkFile(changed, file, settings, onCrash).findings);
  return text === document.text ? undefined : checkFile(text, file, settings, onCrash);
}
