import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { FileSystem } from '../../platform/file-system.ts';
import { InputRecorder, type Machine } from '../../platform/node/input-recorder.ts';
import { severities } from '../../rules/rule.ts';
import { RunWriter } from '../cache/cached-run.ts';
import { thisMachine } from '../cache/run-cache.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { repositoryOf } from '../files/discover-files.ts';
import { type CheckReport, isAtLeast, summarise } from '../reports/checks/check-report.ts';
import { checkStatistics } from '../reports/checks/check-statistics.ts';
import { printCiReport } from '../reports/checks/ci-report.ts';
import { foldShared } from '../reports/checks/fold-shared.ts';
import { jsonReport } from '../reports/checks/json-report.ts';
import { printReport } from '../reports/print-report.ts';
import type { RunMessages } from '../run-messages.ts';
import { absolutePath } from '../session-options.ts';
import { lineText } from '../terminal/terminal.ts';
import { threadsFor } from '../threads/threads-for.ts';
import { checkFiles } from './check-files.ts';
import { addCheckOptions, type CheckOptions, validateCheckOptions } from './check-options.ts';
import { type CheckAll, checkPaths } from './check-paths.ts';
import { type StartedRun, startRun } from './check-run.ts';
import { checkStandardInput } from './check-standard-input.ts';

/** The program, as its entry has started it. */
export interface StartedProgram {
  /** Its file, with which threads start, too. */
  readonly entry: URL;
  /** Where a run of `check` is remembered; undefined if none can be. */
  readonly cacheFile: string | undefined;
  /** Keeps no compiled code of this run: other threads do the work, so it would be that of half of the functions. */
  readonly stopKeepingCode: () => void;
}

/** Adds `skillwright check`. */
export function addCheckCommand(program: Command, started: StartedProgram): void {
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
      validateCheckOptions(paths, options);
      const version = program.version()!;
      if (options.printConfig !== undefined) {
        const { printConfiguration } = await import('./print-configuration.ts');
        return printConfiguration(options.printConfig, options);
      }
      if (options.watch) {
        const { watchCheck } = await import('../watch/watch-check.ts');
        const checkOnce = (files: FileSystem) => check(paths, options, { version, machine: { ...thisMachine, files } });
        await watchCheck(checkOnce, resolve(options.cwd ?? '.'));
      }
      process.exitCode = await check(paths, options, { version, machine: thisMachine, program: started });
    });
}

/** The process of a run, besides its options. */
interface CheckProcess {
  readonly version: string;
  readonly machine: Machine;
  /** Remembers the run and starts threads; undefined if the files are not those of the machine. */
  readonly program?: StartedProgram;
}

/** Checks, reports, and returns the exit code. */
async function check(
  paths: readonly string[],
  options: CheckOptions,
  { version, machine, program }: CheckProcess,
): Promise<ExitCode> {
  const cacheFile = program?.cacheFile;
  const recorder = cacheFile !== undefined && isRepeatable(options) ? new InputRecorder(machine) : undefined;
  const started = await startRun(options, recorder ?? machine);
  const { run, folder, environment } = started;
  const { messages } = run;
  const checkAll: CheckAll = async (files, onChecked) => {
    const threads = program ? threadsFor(files.length, options) : 1;
    if (!program || threads === 1) return checkFiles(files, folder, run, onChecked);
    program.stopKeepingCode();
    started.keepNoContent();
    const { checkInThreads } = await import('../threads/check-threads.ts');
    const shared = { run, options, entry: program.entry, recorder, locate: started.placeInCatalog };
    return checkInThreads(files, threads, shared, onChecked);
  };
  const report = await reportOf(paths, options, started, checkAll);
  const before = messages.text(options.quiet === true);
  process.stderr.write(before);
  const { format } = options;
  const { exitCode: code, after } = outcomeOf(report, messages.troubled, options);
  if (format !== 'text' && format !== 'json') {
    const checkedRun = {
      version,
      folder,
      files: run.files,
      environment,
      troubles: messages.troubles,
      shard: run.shard,
    };
    await printCiReport(report, format, checkedRun);
    process.stderr.write(after);
    return code;
  }
  const inputs = messages.troubled ? undefined : recorder?.inputs();
  const writer = inputs && new RunWriter(cacheFile!);
  const duration = printReport(report, format, folder, (piece) => writer?.append(piece));
  process.stderr.write(after);
  if (writer && duration) writer.finish({ inputs, exitCode: code, before, after, duration });
  else writer?.abandon();
  return code;
}

/** Checks files in this thread, and returns what `check --format json` prints, with the messages of the run. */
export async function checkForProgram(
  paths: readonly string[],
  options: CheckOptions,
  machine: Machine,
): Promise<{ readonly json: string; readonly messages: RunMessages }> {
  const started = await startRun(options, machine);
  const report = await reportOf(paths, options, started);
  return { json: [...jsonReport(report)].join(''), messages: started.run.messages };
}

async function reportOf(
  paths: readonly string[],
  options: CheckOptions,
  { run, folder, runBaseline, startedAt }: StartedRun,
  checkAll?: CheckAll,
): Promise<CheckReport> {
  const { stdinFilename } = options;
  const roots = await rootsOf(paths, folder, run.files);
  const checked =
    stdinFilename === undefined
      ? await checkPaths(roots, folder, run, checkAll)
      : await checkStandardInput(absolutePath(folder, stdinFilename), folder, run);
  if (runBaseline) {
    const { finishBaseline } = await import('../baseline/run-baseline.ts');
    await finishBaseline(runBaseline, roots, run, options);
  }
  const ms = performance.now() - startedAt;
  const files = foldShared(checked.files, folder);
  return {
    files,
    summary: summarise(files, ms),
    fixes: run.fixes,
    fixedText: run.fixes === 'written' ? checked.text : undefined,
    shownFrom: options.quiet ? options.failOn : 'hint',
    stats: options.stats ? checkStatistics(checked.files, checked.findMs, ms - checked.findMs) : undefined,
  };
}

/** Whether the same command prints the same while nothing changes, and does nothing else. Formats for CI are printed once anyway. */
function isRepeatable(options: CheckOptions): boolean {
  const { format, cache, fix, fixDryRun, stdin, stats, writeBaseline } = options;
  const isForPeople = format === 'text' || format === 'json';
  return cache && isForPeople && !fix && !fixDryRun && !stdin && !stats && !writeBaseline;
}

/** The exit code, and why if the report does not say it. */
function outcomeOf(
  report: CheckReport,
  isTroubled: boolean,
  options: CheckOptions,
): { readonly exitCode: ExitCode; readonly after: string } {
  const { maxWarnings } = options;
  const { warnings } = report.summary;
  if (isTroubled) return { exitCode: exitCode.trouble, after: '' };
  if (maxWarnings !== undefined && warnings > maxWarnings) {
    return {
      exitCode: exitCode.findings,
      after: lineText(`${warnings} warnings, but --max-warnings allows ${maxWarnings}`),
    };
  }
  return { exitCode: fails(report, options) ? exitCode.findings : exitCode.clean, after: '' };
}

/** The given paths, or the repository of the session directory. */
async function rootsOf(paths: readonly string[], folder: string, files: FileSystem): Promise<readonly string[]> {
  return paths.length > 0 ? paths.map((path) => absolutePath(folder, path)) : [await repositoryOf(folder, files)];
}

function fails({ files }: CheckReport, { failOn }: CheckOptions): boolean {
  return files.some(({ findings }) => severities.some((it) => findings.counts[it] > 0 && isAtLeast(it, failOn)));
}
