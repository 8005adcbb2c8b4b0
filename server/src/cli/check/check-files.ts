import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { growHeapAsUsual, growHeapSlowly } from '../../platform/node/v8-flags.ts';
import type { Finding } from '../../rules/rule.ts';
import type { DiscoveredFile } from '../files/discover-files.ts';
import { NotReplaced, replaceFile } from '../files/replace-file.ts';
import {
  type FileReport,
  PackedFindings,
  type ReportedFinding,
  toReportedFinding,
} from '../reports/checks/check-report.ts';
import { displayPath } from '../reports/path-from-folder.ts';
import { unifiedDiff } from '../reports/unified-diff.ts';
import { type CheckedBytes, type CheckRun, checkBytes } from './check-bytes.ts';

/*
 * Memory of a large check: findings are packed into bytes until they are printed, piece by piece; of the disk, only
 * answers that no list of a folder gives are kept; what there is of every skill is made with all properties named,
 * because V8 gives each of thousands of objects that spread others a shape of its own, which takes half a kilobyte;
 * and from two thousand files on, V8 collects garbage earlier.
 */

/**
 * How many files are read at a time: as many as Node reads in parallel. Checking them is the work of one processor
 * anyway, and what was read is in memory until its turn comes.
 */
export const filesAtATime = 4;

/** From so many files on, memory counts for more than the time that collecting garbage takes. */
const manyFiles = 2_000;

/** The outcome of a file: a report, or none because Skillwright does not read such files, or for a reason that was told. */
export type FileOutcome = FileReport | 'no-kind' | undefined;

/**
 * Checks files in this thread.
 *
 * @param folder the session directory, to which paths in diffs are relative
 * @param onChecked called after each file
 * @returns in the order of the files
 */
export async function checkFiles(
  files: readonly DiscoveredFile[],
  folder: string,
  run: CheckRun,
  onChecked: () => void = () => {},
): Promise<FileOutcome[]> {
  const isLarge = files.length > manyFiles;
  if (isLarge) growHeapSlowly();
  try {
    return await mapConcurrently(files, filesAtATime, async (file) => {
      const outcome = await checkDiscovered(file, folder, run);
      onChecked();
      return outcome;
    });
  } finally {
    if (isLarge) growHeapAsUsual();
  }
}

async function checkDiscovered(file: DiscoveredFile, folder: string, run: CheckRun): Promise<FileOutcome> {
  const { realPath } = file;
  const bytes = await run.files.readFile(realPath);
  if (!bytes) {
    const reason = await run.files.whyUnreadable(realPath, 'file');
    if (reason === undefined) run.messages.note(`Deleted before it was read: ${realPath}`);
    else run.messages.trouble(`Cannot be read: ${realPath} (${reason})`);
    return undefined;
  }
  let checked = await checkBytes(realPath, bytes, run);
  // A skill may be a link to a file whose own path tells nothing.
  if (checked === 'no-kind' && file.path !== realPath) checked = await checkBytes(file.path, bytes, run);
  if (checked === 'no-kind') return checked;
  if (checked === 'excluded') {
    if (file.named) run.messages.note(`Excluded by the configuration: ${file.path}`);
    return undefined;
  }
  if (checked.fixed && !file.inside) {
    run.messages.note(`Not fixed, because it is only reachable through a link: ${realPath}`);
    checked = { ...checked, fixed: undefined };
  }
  const written = run.fixes === 'written' && (await writeFixes(realPath, bytes, checked, run));
  return toFileReport(checked, written, folder, run);
}

/** Writes the fixed text, if there is one. Returns whether the file contains it now. */
async function writeFixes(realPath: string, bytes: Uint8Array, { fixed }: CheckedBytes, run: CheckRun) {
  if (!fixed) return false;
  try {
    await replaceFile(realPath, bytes, fixed.document.text);
    return true;
  } catch (error) {
    if (error instanceof NotReplaced) run.messages.note(`Not fixed, because it ${error.message}: ${realPath}`);
    else run.messages.trouble(`Cannot be written: ${realPath} (${(error as NodeJS.ErrnoException).code ?? error})`);
    return false;
  }
}

/**
 * @param written whether the file contains the fixed text now
 * @param folder the folder to which the names in a diff are relative
 */
export function toFileReport(
  checked: CheckedBytes,
  written: boolean,
  folder: string,
  { fixes, details, baseline, reportsSuppressed }: CheckRun,
): FileReport {
  const { file, fixed, ms } = checked;
  const isShown = fixes === 'shown';
  const { document, findings, suppressed } = (written && fixed) || checked;
  const report = (finding: Finding): ReportedFinding => {
    const reported = toReportedFinding(finding, document, file.path);
    return details ? { ...reported, ...details(finding, document, file.encoding) } : reported;
  };
  const reported = findings.map(report);
  return {
    path: file.path,
    kind: file.kind,
    insideSkill: file.insideSkill,
    findings: PackedFindings.pack(file.path, baseline ? baseline.newFindings(file.path, reported) : reported),
    ...(reportsSuppressed &&
      suppressed.length > 0 && {
        suppressed: suppressed.map(({ finding, reason }) => ({ ...report(finding), suppressedBecause: reason })),
      }),
    fixed: fixed !== undefined && (written || isShown),
    diff:
      fixed && isShown ? unifiedDiff(displayPath(file.path, folder), checked.document.text, fixed.document.text) : '',
    ms,
  };
}
