import { dirname } from 'node:path';
import { mapConcurrently } from '../platform/map-concurrently.ts';
import { growHeapAsUsual, growHeapSlowly } from '../platform/node/heap-growth.ts';
import type { Finding } from '../rules/rule.ts';
import { type CheckedBytes, type CheckRun, checkBytes } from './check-bytes.ts';
import { UsageError } from './exit-code.ts';
import { compare, type DiscoveredFile, discoverFiles } from './files/discover-files.ts';
import { NotReplaced, replaceFile } from './files/replace-file.ts';
import { deleteLeftovers } from './files/temporary-files.ts';
import {
  type CheckedFiles,
  type FileReport,
  PackedFindings,
  type ReportedFinding,
  toReportedFinding,
} from './reports/check-report.ts';
import { displayPath } from './reports/text-report.ts';
import { unifiedDiff } from './reports/unified-diff.ts';
import { showProgress } from './terminal/progress.ts';

/**
 * How many files are read at a time: as many as Node reads in parallel. Checking them is the work of one processor
 * anyway, and what was read is in memory until its turn comes.
 */
const concurrency = 4;

/** From so many files on, memory counts for more than the time that collecting garbage takes. */
const manyFiles = 2_000;

/**
 * Checks files, and the skills, commands and agents in folders.
 *
 * @param paths absolute
 * @param folder the session directory, to which paths in diffs and notes are relative
 */
export async function checkPaths(paths: readonly string[], folder: string, run: CheckRun): Promise<CheckedFiles> {
  const start = performance.now();
  const { files: discovered, unreadable, cut } = await discoverFiles(paths, run.files);
  const files = shardOf(discovered, run);
  for (const { path, reason } of unreadable) run.messages.trouble(`Cannot be read: ${path} (${reason})`);
  if (cut !== undefined) {
    run.messages.trouble(`Too many files and folders: checked only the first ${cut}. Specify fewer folders`);
  }
  const findMs = performance.now() - start;
  if (files.length > manyFiles) growHeapSlowly();
  if (run.fixes === 'written') {
    const folders = new Set(files.filter(({ inside }) => inside).map(({ realPath }) => dirname(realPath)));
    await mapConcurrently([...folders], concurrency, deleteLeftovers);
  }
  const progress = showProgress(files.length);
  const withoutKind: string[] = [];
  let reports: (FileReport | undefined)[];
  try {
    reports = await mapConcurrently(files, concurrency, async (file) => {
      const report = await checkDiscovered(file, folder, run);
      progress.advance();
      if (report === 'no-kind' && file.named) withoutKind.push(file.path);
      return typeof report === 'object' ? report : undefined;
    });
  } finally {
    progress.end();
    growHeapAsUsual();
  }
  if (withoutKind.length > 0 && withoutKind.length === discovered.length)
    throw new UsageError(ofNoKind(withoutKind[0]!));
  for (const path of withoutKind.sort(compare)) run.messages.note(ofNoKind(path));
  const checked = reports.filter((report) => report !== undefined);
  // Nearly always sorted already: a file may be reported by the link to it.
  return { files: checked.sort((a, b) => compare(a.path, b.path)), findMs };
}

/** Files are dealt in turn: in the order of their paths, they are the same for every run of the same commit. */
function shardOf(files: readonly DiscoveredFile[], { shard }: CheckRun): readonly DiscoveredFile[] {
  return shard ? files.filter((_, index) => index % shard.count === shard.index - 1) : files;
}

/** The message for a given file that Skillwright does not read. */
export function ofNoKind(path: string): string {
  return `Not a skill, command, agent, plugin manifest, settings or evaluation file: ${path}`;
}

async function checkDiscovered(
  file: DiscoveredFile,
  folder: string,
  run: CheckRun,
): Promise<FileReport | 'no-kind' | undefined> {
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
  const report = (finding: Finding): ReportedFinding => ({
    ...toReportedFinding(finding, document, file.path),
    ...details?.(finding, document, file.encoding),
  });
  const reported = findings.map(report);
  return {
    path: file.path,
    kind: file.kind,
    insideSkill: file.insideSkill,
    findings: new PackedFindings(file.path, baseline ? baseline.newFindings(file.path, reported) : reported),
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
