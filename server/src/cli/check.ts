import type { Command } from 'commander';
import type { FileSystem } from '../platform/file-system.ts';
import { blockingFileSystem } from '../platform/node/blocking-file-system.ts';
import type { Severity } from '../rules/rule.ts';
import { addCheckOptions, type CheckOptions, validateCheckOptions } from './check-options.ts';
import { checkPaths } from './check-paths.ts';
import { startRun } from './check-run.ts';
import { checkStandardInput } from './check-standard-input.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { repositoryOf } from './files/discover-files.ts';
import { type CheckReport, isAtLeast, summarise } from './reports/check-report.ts';
import { checkStatistics } from './reports/check-statistics.ts';
import { printCiReport } from './reports/ci-report.ts';
import { printReport } from './reports/print-report.ts';
import { absolutePath } from './session-options.ts';

/** Adds `skillwright check`. */
export function addCheckCommand(program: Command): void {
  const command = program
    .command('check')
    .description('check skills, commands, agents, plugin manifests and settings')
    .argument('[path...]', "files or folders (default: the session directory's repository)");
  addCheckOptions(command)
    .addHelpText(
      'after',
      '\nExits with 0 if nothing fails, with 1 for findings, with 2 for incorrect usage or unreadable input.',
    )
    .action(async (paths: string[], options: CheckOptions) => {
      process.exitCode = await check(paths, options, program.version()!);
    });
}

/** Checks, reports, and returns the exit code. */
async function check(paths: readonly string[], options: CheckOptions, version: string): Promise<ExitCode> {
  validateCheckOptions(paths, options);
  const start = performance.now();
  const { run, folder, environment, runBaseline } = await startRun(options, blockingFileSystem);
  const { files, messages } = run;
  const { stdinFilename } = options;
  const roots = await rootsOf(paths, folder, files);
  const checked =
    stdinFilename === undefined
      ? await checkPaths(roots, folder, run)
      : await checkStandardInput(absolutePath(folder, stdinFilename), folder, run);
  if (runBaseline) {
    const { finishBaseline } = await import('./baseline/run-baseline.ts');
    await finishBaseline(runBaseline, roots, run, options);
  }
  const ms = performance.now() - start;
  const report: CheckReport = {
    files: checked.files,
    summary: summarise(checked.files, ms),
    fixes: run.fixes,
    fixedText: run.fixes === 'written' ? checked.text : undefined,
    stats: options.stats ? checkStatistics(checked.files, checked.findMs, ms - checked.findMs) : undefined,
  };
  messages.print(options.quiet === true);
  const shown = options.quiet ? withoutQuietFindings(report, options.failOn) : report;
  const { format } = options;
  if (format === 'text' || format === 'json') printReport(shown, format, folder);
  else {
    const checkedRun = { version, folder, files, environment, troubles: messages.troubles, shard: run.shard };
    await printCiReport(shown, format, checkedRun);
  }
  if (messages.troubled) return exitCode.trouble;
  const { maxWarnings } = options;
  if (maxWarnings !== undefined && report.summary.warnings > maxWarnings) {
    process.stderr.write(
      `skillwright: ${report.summary.warnings} warnings, but --max-warnings allows ${maxWarnings}\n`,
    );
    return exitCode.findings;
  }
  return fails(report, options) ? exitCode.findings : exitCode.clean;
}

/** The given paths, or the repository of the session directory. */
async function rootsOf(paths: readonly string[], folder: string, files: FileSystem): Promise<readonly string[]> {
  return paths.length > 0 ? paths.map((path) => absolutePath(folder, path)) : [await repositoryOf(folder, files)];
}

function withoutQuietFindings(report: CheckReport, failOn: Severity): CheckReport {
  const files = report.files.map((file) => ({
    ...file,
    findings: file.findings.filter(({ severity }) => isAtLeast(severity, failOn)),
  }));
  return { ...report, files };
}

function fails({ files }: CheckReport, { failOn }: CheckOptions): boolean {
  return files.some(({ findings }) => findings.some(({ severity }) => isAtLeast(severity, failOn)));
}
