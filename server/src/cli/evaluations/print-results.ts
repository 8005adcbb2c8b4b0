import { caseTables } from '../../jobs/evaluations/results/case-table.ts';
import { withDenied } from '../../jobs/evaluations/results/denied-runs.ts';
import { exportResult } from '../../jobs/evaluations/results/export-result.ts';
import type { OpenedResult } from '../../jobs/evaluations/results/open-result.ts';
import { lacksPlugin } from '../../jobs/evaluations/results/result-warnings.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { ResultExportFormat } from '../../protocol.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { pathFromFolder } from '../reports/path-from-folder.ts';
import type { FolderSession } from '../session-options.ts';
import { escapeInJson, escapeLines } from '../terminal/escape-control-characters.ts';
import { coloursFor, printJson, printLine } from '../terminal/terminal.ts';
import { resultsJson } from './reports/results-json.ts';
import { type ReportedResult, resultsText } from './reports/results-text.ts';

/** Whether the text of an export is JSON. */
const isJson: Readonly<Record<ResultExportFormat, boolean>> = {
  junit: false,
  markdown: false,
  html: false,
  'aggregate-result': true,
  benchmark: true,
  grading: true,
};

export type ResultsFormat = 'text' | 'json' | ResultExportFormat;

/** The names of all of them. */
export const resultsFormats: readonly string[] = ['text', 'json', ...Object.keys(isJson)];

/** Whether a format has one result only. */
export function isOneDocument(format: ResultsFormat): format is ResultExportFormat {
  return format !== 'text' && format !== 'json';
}

/** A result that was read, with the cases that were asked for. */
export type ShownResult = OpenedResult & ReportedResult;

interface PrintOptions {
  readonly format: ResultsFormat;
  /** In text, only the cases that did not pass. */
  readonly onlyFailed?: true;
}

/** A result, which may be one that cannot be read, and those before it. */
export type OpenedWithEarlier = OpenedResult & Pick<ReportedResult, 'earlier'>;

/** Those of results that can be read, with the calls that their runs were denied. */
export async function readableResults(
  opened: readonly OpenedWithEarlier[],
  files: FileSystem,
): Promise<readonly ShownResult[]> {
  const readable: ShownResult[] = [];
  for (const it of opened) if (it.result) readable.push({ ...it, result: await withDenied(it.result, files) });
  return readable;
}

/** Prints results on standard output. */
export function printResults(shown: readonly ShownResult[], { folder }: FolderSession, options: PrintOptions): void {
  const { format, onlyFailed } = options;
  if (format === 'json') {
    printJson(resultsJson(shown));
  } else if (format === 'text') {
    const look = { onlyFailed: onlyFailed === true, colours: coloursFor(process.stdout) };
    process.stdout.write(resultsText(shown, (path) => pathFromFolder(path, folder), look));
  } else {
    const exported = exportResult(shown[0]!.result, format);
    if ('problem' in exported) throw new UsageError(exported.problem);
    process.stdout.write(isJson[format] ? escapeInJson(exported.text) : escapeLines(exported.text));
  }
}

/** Problems in the files of results: on standard error, so that exports stay whole. */
export function printProblems(opened: readonly OpenedResult[], { folder }: FolderSession): void {
  for (const { path, start, message } of opened.flatMap(({ problems }) => problems)) {
    printLine(`${pathFromFolder(path, folder)}:${start.line + 1}:${start.character + 1}: ${message}`);
  }
}

/**
 * Whether nothing failed, ended early or was left out, as far as it was asked for.
 *
 * @param mayBePartial whether cases may be missing: because one alone was asked for, or because that is reported otherwise
 */
export function exitCodeOf(shown: readonly ShownResult[], mayBePartial: boolean): ExitCode {
  const hasPassed = ({ result }: ShownResult) => {
    if (lacksPlugin(result) || (!mayBePartial && result.partial !== undefined)) return false;
    // A case that nobody has judged yet is for a person.
    return caseTables(result).every(({ state }) => state === 'passed' || state === 'unknown');
  };
  return shown.every(hasPassed) ? exitCode.clean : exitCode.findings;
}
