import type { FileContext } from '../../catalog/file/file-context.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type CheckedFile, checkBytesOf, checkFile } from '../../features/check/check-file.ts';
import type { CheckInputs, FileToCheck, NotChecked } from '../../features/check/check-inputs.ts';
import type { Preferences } from '../../features/check/file-settings.ts';
import { fixAll, isFixedSafely } from '../../features/fixes/fix-all.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { overlayFileSystem } from '../../platform/file-systems/overlay-file-system.ts';
import type { RuleCrash } from '../../rules/check-document.ts';
import type { Finding } from '../../rules/rule.ts';
import type { Baseline } from '../baseline/baseline.ts';
import type { ReportedFinding } from '../reports/checks/check-report.ts';
import type { RunMessages } from '../run-messages.ts';
import type { Shard } from './check-options.ts';

/** The settings for all files of a run. */
export interface CheckRun {
  readonly files: FileSystem;
  readonly checkInputs: CheckInputs;
  readonly preferences: Preferences;
  /** How safe fixes are treated. */
  readonly fixes: 'none' | 'written' | 'shown';
  readonly messages: RunMessages;
  /** Leaves out findings that are accepted. */
  readonly baseline: Pick<Baseline, 'newFindings'> | undefined;
  /** The part of the files to check; undefined for all of them. */
  readonly shard: Shard | undefined;
  /** Further details of a finding that are reported; undefined for none. */
  readonly details: FindingDetails | undefined;
  /** Whether findings that the author's comments suppress are reported as such. */
  readonly reportsSuppressed: boolean;
}

/** Tells more about a finding in a document. */
export type FindingDetails = (
  finding: Finding,
  document: SkillDocument,
  encoding: FileContext['encoding'],
) => Partial<ReportedFinding>;

/** A file that was checked. */
export interface CheckedBytes extends CheckedFile {
  readonly file: FileContext;
  /** The text after its safe fixes, checked again; undefined if they change nothing or must not be applied. */
  readonly fixed: CheckedFile | undefined;
  /** How long the work on the text took, in milliseconds. */
  readonly ms: number;
}

/**
 * Checks bytes as if they were the file at `path`.
 *
 * @param path absolute; does not have to exist
 */
export async function checkBytes(path: string, bytes: Uint8Array, run: CheckRun): Promise<CheckedBytes | NotChecked> {
  const files = overlayFileSystem(run.files, path, bytes);
  const found = await run.checkInputs.fileToCheck(path, run.preferences, { files });
  if (typeof found === 'string') return found;
  const { file, settings } = found;
  const start = performance.now();
  const onCrash: RuleCrash = (rule, error) => run.messages.crash(rule.id, path, error);
  const checked = checkBytesOf(bytes, file, settings, onCrash);
  const fixed = run.fixes === 'none' ? undefined : fixedVersion(checked, found, onCrash);
  const { document, findings, suppressed } = checked;
  return { document, findings, suppressed, file, fixed, ms: performance.now() - start };
}

function fixedVersion(
  { document, findings }: CheckedFile,
  { file, settings }: FileToCheck,
  onCrash: RuleCrash,
): CheckedFile | undefined {
  // The text of a file in another encoding is not its real content; writing it back would lose data.
  if (file.encoding !== 'utf-8' || !findings.some(isFixedSafely)) return undefined;
  const { text } = fixAll(document.text, (changed) => checkFile(changed, file, settings, onCrash).findings);
  return text === document.text ? undefined : checkFile(text, file, settings, onCrash);
}
