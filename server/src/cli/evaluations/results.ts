import { type Command, Option } from 'commander';
import { withOldVersion } from '../../evaluation/results/compare-results.ts';
import type { EvaluationResult } from '../../evaluation/results/evaluation-result.ts';
import { inPercent, percentOf } from '../../features/text/amounts.ts';
import { type FoundResults, findResults } from '../../jobs/evaluations/results/find-results.ts';
import { openResult } from '../../jobs/evaluations/results/open-result.ts';
import { type EvaluationHistory, resultHistory } from '../../jobs/evaluations/results/result-history.ts';
import { lacksPlugin, resultWarnings } from '../../jobs/evaluations/results/result-warnings.ts';
import { onlyCase } from '../../jobs/evaluations/results/shown-cases.ts';
import { passRate } from '../../jobs/evaluations/results/summary/case-counts.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { nodeRevisions } from '../../platform/node/git/node-revisions.ts';
import { lastPart } from '../../platform/paths.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { pathFromFolder } from '../reports/path-from-folder.ts';
import { addSessionOptions, type FolderSession, readSession, type SessionOptions } from '../session-options.ts';
import { coloursFor, printJson, printLine } from '../terminal/terminal.ts';
import { evaluatedPath } from './evaluated-path.ts';
import { percent } from './number-options.ts';
import { openLast } from './opened-results.ts';
import {
  exitCodeOf,
  isOneDocument,
  printProblems,
  printResults,
  type ResultsFormat,
  readableResults,
  resultsFormats,
  type ShownResult,
} from './print-results.ts';
import { historyJson, historyText } from './reports/result-history-text.ts';

interface ResultsOptions extends SessionOptions {
  readonly format: ResultsFormat;
  readonly case?: string;
  readonly against?: string;
  readonly history?: true;
  readonly onlyFailed?: true;
  /** In percent. */
  readonly failUnder?: number;
}

/** Adds `skillwright results`. */
export function addResultsCommand(program: Command): void {
  const command = program
    .command('results')
    .description('show the last results of evaluations, or export them')
    .argument(
      '[path]',
      'a result, a case, a skill or its name, or a folder with evaluations or results (default: the session directory)',
    );
  addSessionOptions(command)
    .option('--case <name>', 'the last result of one case (default: the one at the path, or all of the last result)')
    .option('--against <path>', 'an earlier result, shown as the old version (default: none)')
    .addOption(
      new Option(
        '--history',
        'all results of each evaluation, and the revision of the plugin or skill that each is of',
      ).conflicts(['case', 'against']),
    )
    .option('--only-failed', 'in text, show only the cases that did not pass')
    .addOption(
      new Option(
        '--fail-under <percent>',
        'exit with 1 only if fewer of the runs passed, or if not all cases were run (default: if a case did not pass)',
      ).argParser(percent),
    )
    .addOption(new Option('--format <format>', 'output format').choices(resultsFormats).default('text'))
    .addHelpText(
      'after',
      [
        '',
        'Reads results of `claude plugin eval` and the workspaces of skill-creator, also older and broken ones.',
        'aggregate-result is the JSON of the first, benchmark and grading (of one run) that of the second.',
        'html is one page without scripts that can be sent: skillwright results --format html > results.html',
        'If cases ran more than once, it shows how often runs pass (with a 95 % interval), the chance that one or all of several',
        'pass (pass@k, pass^k), how much runs differ (± the standard deviation), which graders are flaky, and whether the difference',
        'to runs without the plugin or with an old version is more than chance (p at most 0.05).',
        'Says why runs ended early: an error of the API, a limit, a guard of a mock. What the maximum cost cut is stopped.',
        'Exits with 0, with 1 if a case failed, ended early or did not run, or the plugin was not loaded, with 2 for incorrect usage or if nothing can be read.',
      ].join('\n'),
    )
    .action(async (path: string | undefined, options: ResultsOptions) => {
      process.exitCode = await results(path, options);
    });
}

async function results(path: string | undefined, options: ResultsOptions): Promise<ExitCode> {
  const session = await readSession(options, memoisingFileSystem(blockingFileSystem));
  if (options.history) return showHistory(path ?? '.', session, options);
  const { places, caseFolder } = await placesAt(path ?? '.', session);
  const caseName = options.case ?? (caseFolder === undefined ? undefined : lastPart(caseFolder));
  requireOneSuite(places, session, options);
  const opened = await openLast(places, caseName, session.files);
  printProblems(opened, session);
  const readable = await readableResults(opened, session.files);
  if (readable.length === 0) throw new UsageError('None of the results can be read');
  const shown = await asAskedFor(readable, caseName, session, options);
  if (shown.length === 0) throw new UsageError(`No case in the results has this name: ${caseName}`);
  printResults(shown, session, options);
  const { failUnder } = options;
  if (failUnder === undefined) return exitCodeOf(shown, caseName !== undefined);
  return isUnder(failUnder, shown, session) ? exitCode.findings : exitCode.clean;
}

/** Whether fewer runs passed than asked for, which is said on standard error. */
function isUnder(percent: number, shown: readonly ShownResult[], { folder }: FolderSession): boolean {
  const reasons = shown.flatMap(({ place, result }) => {
    const isIncomplete = result.partial !== undefined || lacksPlugin(result);
    const reason = isIncomplete ? resultWarnings(result).join(' ') : whyUnder(percent, passRate(result));
    return reason === undefined ? [] : [`${pathFromFolder(place.suite, folder)}: ${reason}`];
  });
  for (const reason of reasons) printLine(reason);
  return reasons.length > 0;
}

function whyUnder(percent: number, rate: number | undefined): string | undefined {
  if (rate === undefined) return 'No run was judged.';
  // Rates such as 0.29 are not exact in percent.
  if (rate * 100 >= percent - 1e-9) return undefined;
  return `${inPercent(rate, 1)} of the runs passed, which is under ${percentOf(percent)}.`;
}

/** All results of each suite at a path. */
async function showHistory(path: string, session: FolderSession, { format }: ResultsOptions): Promise<ExitCode> {
  if (format !== 'text' && format !== 'json') throw new UsageError('--history has the formats text and json');
  const { places } = await placesAt(path, session);
  const suites = [...new Set(places.map(({ suite }) => suite))];
  const histories: { suite: string; history: EvaluationHistory }[] = [];
  for (const suite of suites) {
    const own = places.filter((place) => place.suite === suite);
    histories.push({ suite, history: await resultHistory(own, session.files, nodeRevisions) });
  }
  if (format === 'json') {
    printJson(historyJson(histories));
  } else {
    process.stdout.write(
      historyText(histories, (it) => pathFromFolder(it, session.folder), coloursFor(process.stdout)),
    );
  }
  return exitCode.clean;
}

function requireOneSuite(places: FoundResults['places'], { folder }: FolderSession, { format }: ResultsOptions): void {
  const suites = [...new Set(places.map(({ suite }) => pathFromFolder(suite, folder)))];
  if (isOneDocument(format) && suites.length > 1)
    throw new UsageError(`There are results of ${suites.join(', ')}: specify one of them`);
}

async function placesAt(written: string, session: FolderSession): Promise<FoundResults> {
  const { files } = session;
  const { path, ofPlugin } = await evaluatedPath(written, session);
  const own = await findResults(path, files);
  const others = ofPlugin ? (await findResults(ofPlugin.evaluations, files)).places : [];
  const found = { ...own, places: [...own.places, ...others] };
  if (found.cut !== undefined) printLine(`Not everything was searched: ${found.cut}`);
  if (found.places.length > 0) return found;
  throw new UsageError(`No results of evaluations in ${written}: run \`skillwright eval\` first`);
}

/** With only the cases that were asked for, next to an earlier result. */
async function asAskedFor(
  opened: readonly ShownResult[],
  caseName: string | undefined,
  session: FolderSession,
  options: ResultsOptions,
): Promise<readonly ShownResult[]> {
  const earlier = options.against === undefined ? undefined : await earlierResult(options.against, session);
  return opened.flatMap((it) => {
    const compared = earlier ? withOldVersion(it.result, earlier) : it.result;
    const result = onlyCase(compared, caseName);
    const before = it.earlier.map((other) => onlyCase(other, caseName));
    return caseName !== undefined && result.cases.length === 0 ? [] : [{ ...it, result, earlier: before }];
  });
}

async function earlierResult(written: string, session: FolderSession): Promise<EvaluationResult> {
  const {
    places: [place],
  } = await placesAt(written, session);
  const opened = await openResult(place!, session.files);
  printProblems([opened], session);
  if (!opened.result) throw new UsageError(`${written} cannot be read (--against)`);
  return opened.result;
}
