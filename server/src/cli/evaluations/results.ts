import { type Command, Option } from 'commander';
import { withOldVersion } from '../../evaluation/results/compare-results.ts';
import type { EvaluationResult } from '../../evaluation/results/evaluation-result.ts';
import { caseTables } from '../../features/results/case-table.ts';
import { exportResult } from '../../features/results/export-result.ts';
import { type FoundResults, findResults } from '../../features/results/find-results.ts';
import { type OpenedResult, openResult } from '../../features/results/open-result.ts';
import { type EvaluationHistory, resultHistory } from '../../features/results/result-history.ts';
import { onlyCase } from '../../features/results/shown-cases.ts';
import { memoisingFileSystem } from '../../platform/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { nodeRevisions } from '../../platform/node/git/node-revisions.ts';
import { lastPart } from '../../platform/paths.ts';
import type { ResultExportFormat } from '../../protocol.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { historyJson, historyText } from '../reports/evaluations/result-history-text.ts';
import { resultsJson } from '../reports/evaluations/results-json.ts';
import { resultsText } from '../reports/evaluations/results-text.ts';
import { shownPath } from '../reports/shown-path.ts';
import {
  absolutePath,
  addSessionOptions,
  type FolderSession,
  readSession,
  type SessionOptions,
} from '../session-options.ts';
import { escapeInJson, escapeLines } from '../terminal/escape-control-characters.ts';
import { coloursFor, printJson, printLine } from '../terminal/terminal.ts';

/** Whether the text of an export is JSON. */
const exported: Readonly<Record<ResultExportFormat, { readonly isJson: boolean }>> = {
  junit: { isJson: false },
  markdown: { isJson: false },
  'aggregate-result': { isJson: true },
  benchmark: { isJson: true },
  grading: { isJson: true },
};
const formats = ['text', 'json', ...Object.keys(exported)];

interface ResultsOptions extends SessionOptions {
  readonly format: 'text' | 'json' | ResultExportFormat;
  readonly case?: string;
  readonly against?: string;
  readonly history?: true;
}

/** A result that was read, with the cases that were asked for. */
type ShownResult = OpenedResult & { readonly result: EvaluationResult };

/** Adds `skillwright results`. */
export function addResultsCommand(program: Command): void {
  const command = program
    .command('results')
    .description('show the last results of evaluations, or export them')
    .argument('[path]', 'a result, a case, or a folder with evaluations or results (default: the session directory)');
  addSessionOptions(command)
    .option('--case <name>', 'only one case (default: the one at the path, or all)')
    .option('--against <path>', 'an earlier result, shown as the old version (default: none)')
    .addOption(
      new Option(
        '--history',
        'all results of each evaluation, and the revision of the plugin or skill that each is of',
      ).conflicts(['case', 'against']),
    )
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('text'))
    .addHelpText(
      'after',
      [
        '',
        'Reads results of `claude plugin eval` and the workspaces of skill-creator, also older and broken ones.',
        'aggregate-result is the JSON of the first, benchmark and grading (of one run) that of the second.',
        'Exits with 0, with 1 if a case did not pass, with 2 for incorrect usage or if nothing can be read.',
      ].join('\n'),
    )
    .action(async (path: string | undefined, options: ResultsOptions) => {
      process.exitCode = await results(path, options);
    });
}

async function results(path: string | undefined, options: ResultsOptions): Promise<ExitCode> {
  const session = await readSession(options, memoisingFileSystem(blockingFileSystem));
  if (options.history) return showHistory(path ?? '.', session, options);
  const { opened, caseFolder } = await lastResults(path ?? '.', session, options);
  const caseName = options.case ?? (caseFolder === undefined ? undefined : lastPart(caseFolder));
  reportProblems(opened, session);
  const readable = opened.filter((it): it is ShownResult => it.result !== undefined);
  if (readable.length === 0) throw new UsageError('Nothing of the results can be read');
  const shown = await asAskedFor(readable, caseName, session, options);
  if (shown.length === 0) throw new UsageError(`No case in the last results has this name: ${caseName}`);
  print(shown, session, options);
  const states = shown.flatMap(({ result }) => caseTables(result).map(({ state }) => state));
  return states.some((state) => state === 'failed' || state === 'error') ? exitCode.findings : exitCode.clean;
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
    process.stdout.write(historyText(histories, (it) => shownPath(it, session.folder), coloursFor(process.stdout)));
  }
  return exitCode.clean;
}

/** The last result of each suite at a path, and the folder of the case that the path is. */
async function lastResults(path: string, session: FolderSession, { format }: ResultsOptions) {
  const { places, caseFolder } = await placesAt(path, session);
  const last = places.filter((place, index) => places.findIndex(({ suite }) => suite === place.suite) === index);
  const isOneDocument = format !== 'text' && format !== 'json';
  if (isOneDocument && last.length > 1) {
    const suites = last.map(({ suite }) => shownPath(suite, session.folder));
    throw new UsageError(`There are results of ${suites.join(', ')}: specify one of them`);
  }
  const opened: OpenedResult[] = [];
  for (const place of last) opened.push(await openResult(place, session.files));
  return { opened, caseFolder };
}

async function placesAt(written: string, { folder, files }: FolderSession): Promise<FoundResults> {
  const path = absolutePath(folder, written);
  if ((await files.typeOf(path)) === undefined) throw new UsageError(`No such file or folder: ${written}`);
  const found = await findResults(path, files);
  if (found.cut !== undefined) printLine(`Not everything was searched: ${found.cut}`);
  if (found.places.length > 0) return found;
  throw new UsageError(`No results of evaluations in ${written}: run \`claude plugin eval\` first`);
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
    return caseName !== undefined && result.cases.length === 0 ? [] : [{ ...it, result }];
  });
}

async function earlierResult(written: string, session: FolderSession): Promise<EvaluationResult> {
  const {
    places: [place],
  } = await placesAt(written, session);
  const opened = await openResult(place!, session.files);
  reportProblems([opened], session);
  if (!opened.result) throw new UsageError(`Nothing of ${written} can be read (--against)`);
  return opened.result;
}

/** On standard error, so that exports stay whole. */
function reportProblems(opened: readonly OpenedResult[], { folder }: FolderSession): void {
  for (const { path, start, message } of opened.flatMap(({ problems }) => problems)) {
    printLine(`${shownPath(path, folder)}:${start.line + 1}:${start.character + 1}: ${message}`);
  }
}

function print(shown: readonly ShownResult[], { folder }: FolderSession, { format }: ResultsOptions): void {
  if (format === 'json') {
    printJson(resultsJson(shown));
  } else if (format === 'text') {
    process.stdout.write(resultsText(shown, (path) => shownPath(path, folder), coloursFor(process.stdout)));
  } else {
    const { text, problem } = exportResult(shown[0]!.result, format);
    if (text === undefined) throw new UsageError(`${problem}`);
    process.stdout.write(exported[format].isJson ? escapeInJson(text) : escapeLines(text));
  }
}
