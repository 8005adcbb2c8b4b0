import { type Command, Option } from 'commander';
import { readFileContext } from '../../catalog/file/read-file-context.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { readDocument } from '../../document/read-document.ts';
import { isEvaluationKind } from '../../document/runtime-id.ts';
import type { MergedCase } from '../../evaluation/cases/merged-case.ts';
import { openEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import { caseFolderOf, evaluationOfPath, isNamedLikeCase } from '../../evaluation/surroundings/evaluation-path.ts';
import { type GradedGrader, gradeCase, neededTexts } from '../../jobs/evaluations/grading/grade-case.ts';
import { lastRuns } from '../../jobs/evaluations/grading/last-runs.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { join } from '../../platform/paths.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { discoverFiles } from '../files/discover-files.ts';
import { pathFromFolder } from '../reports/path-from-folder.ts';
import {
  absolutePath,
  addSessionOptions,
  type FolderSession,
  readSession,
  type SessionOptions,
} from '../session-options.ts';
import { coloursFor, printJson, printLine } from '../terminal/terminal.ts';
import { type GradedCase, gradesText } from './reports/grades-text.ts';

interface GradeOptions extends SessionOptions {
  readonly format: 'text' | 'json';
  readonly result?: string;
}

/** Adds `skillwright grade`. */
export function addGradeCommand(program: Command): void {
  const command = program
    .command('grade')
    .description('grade the last runs of evaluation cases again, without running anything')
    .argument('[paths...]', 'cases, files in them, or folders of cases (default: all of the session directory)');
  addSessionOptions(command)
    .option('--result <file>', 'an aggregate-result.json (default: the last one in evals/results)')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      [
        '',
        'Grades regex, tool_used, tool_order and file_exists. Traces are kept by `skillwright eval`, or --keep-temp;',
        'without them, only graders that did not change have a result.',
        'A run that died before it was graded has no verdict, but the reason.',
        'Exits with 0, with 1 if a grader fails or a run died, with 2 for incorrect usage or if there is no result.',
      ].join('\n'),
    )
    .action(async (paths: string[], options: GradeOptions) => {
      process.exitCode = await gradePaths(paths, options);
    });
}

async function gradePaths(written: readonly string[], options: GradeOptions): Promise<ExitCode> {
  const session = await readSession(options, memoisingFileSystem(blockingFileSystem));
  const { folder, files } = session;
  const paths = written.length === 0 ? [folder] : written.map((path) => absolutePath(folder, path));
  for (const [index, path] of paths.entries()) {
    if ((await files.typeOf(path)) === undefined) throw new UsageError(`No such file or folder: ${written[index]}`);
  }
  const cases = await casesIn(paths, session);
  if (cases.size === 0)
    throw new UsageError('No evaluation cases here: specify a folder with a prompt.md or case.yaml, and with graders');
  const result = await resultFile(options, session);
  const graded: GradedCase[] = [];
  for (const [path, { merged, evaluations }] of cases) {
    const last = await lastRuns({ folder: path, evaluations }, files, {
      texts: neededTexts(merged),
      resultPath: result,
    });
    const graders: GradedGrader[] = last ? [...gradeCase(merged, last)] : [];
    graded.push({ path, resultPath: last?.resultPath, graders });
  }
  if (options.format === 'json') {
    printJson(asJson(graded));
  } else {
    process.stdout.write(gradesText(graded, (path) => pathFromFolder(path, folder), coloursFor(process.stdout)));
  }
  if (graded.every(({ resultPath }) => resultPath === undefined)) {
    printLine(
      result === undefined
        ? 'No results: run `skillwright eval` first'
        : `${result} has no results of these cases (--result)`,
    );
    return exitCode.trouble;
  }
  const verdicts = graded.flatMap(({ graders }) => graders.flatMap((grader) => grader.verdicts));
  const isBad = verdicts.some((it) => it.isWithPlugin && (it.passed === false || it.hasDied));
  return isBad ? exitCode.findings : exitCode.clean;
}

/** The result that was named: a file, or the folder that it is in. */
async function resultFile({ result }: GradeOptions, { folder, files }: FolderSession): Promise<string | undefined> {
  if (result === undefined) return undefined;
  const named = absolutePath(folder, result);
  const path = (await files.typeOf(named)) === 'folder' ? join(named, 'aggregate-result.json') : named;
  if ((await files.typeOf(path)) !== 'file') throw new UsageError(`No such file: ${path} (--result)`);
  return path;
}

/** A case as it is saved, and the folder of its evaluations. */
interface FoundCase {
  readonly merged: MergedCase;
  readonly evaluations: string;
}

/** The cases in folders and of files, by their own folders. */
async function casesIn(paths: readonly string[], session: FolderSession): Promise<Map<string, FoundCase>> {
  const { files, environment } = session;
  const { files: discovered } = await discoverFiles(paths, files);
  const cases = new Map<string, FoundCase>();
  for (const { path } of discovered) {
    if (!evaluationOfPath(path.split('/')) && !isNamedLikeCase(path)) continue;
    const [bytes, context] = await Promise.all([files.readFile(path), readFileContext(path, files, environment.home)]);
    const folder = context && isEvaluationKind(context.kind) ? caseFolderOf(path, context.kind) : undefined;
    const evaluations = context?.evaluation?.evaluations;
    if (!bytes || !context || folder === undefined || evaluations === undefined || cases.has(folder)) continue;
    const merged = openEvaluation(readDocument(decodeText(bytes), DEFAULT_RUNTIME, context.kind), context)?.case;
    if (merged) cases.set(folder, { merged, evaluations });
  }
  return cases;
}

function asJson(cases: readonly GradedCase[]): object {
  return {
    cases: cases.map(({ path, resultPath, graders }) => ({
      case: path,
      result: resultPath ?? null,
      graders: graders.map(({ name, fileName, measuresNothing, verdicts }) => ({
        name,
        file: fileName === undefined ? `${path}/case.yaml` : `${path}/graders/${fileName}`,
        measuresNothing,
        verdicts: verdicts.map(({ isWithPlugin, passed, found, isGraded, tracePath }) => ({
          arm: isWithPlugin ? 'with' : 'without',
          passed: passed ?? null,
          found,
          from: passed === undefined ? null : isGraded ? 'trace' : 'result',
          trace: tracePath ?? null,
        })),
      })),
    })),
  };
}
