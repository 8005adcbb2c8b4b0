import { type Command, InvalidArgumentError, Option } from 'commander';
import { isToolName, nearestTool } from '../../dialect/tools/tools.ts';
import { bareTool } from '../../evaluation/cases/case-grants.ts';
import { readRunSettings } from '../../jobs/claude-code/runs/run-settings.ts';
import { toolNamesIn, unknownToolIn } from '../../jobs/evaluations/running/allowed-tools.ts';
import type { EvaluationChoice } from '../../jobs/evaluations/running/evaluation-choice.ts';
import { isMore, planEvaluations } from '../../jobs/evaluations/running/evaluation-plan.ts';
import type { SuiteWork } from '../../jobs/evaluations/running/evaluation-work.ts';
import type { PlannedEvaluations } from '../../jobs/evaluations/running/planned-evaluations.ts';
import { runEvaluations } from '../../jobs/evaluations/running/run-evaluations.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { nodeClaudeCode } from '../../platform/node/node-claude-code.ts';
import { nodeResultFiles } from '../../platform/node/node-result-files.ts';
import { nodeScratchFolders } from '../../platform/node/node-scratch-folders.ts';
import type { EvaluationPlan } from '../../protocol.ts';
import { withOptionName } from '../claude-code-option.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { pathFromFolder } from '../reports/path-from-folder.ts';
import {
  absolutePath,
  addSessionOptions,
  type FolderSession,
  readSession,
  type SessionOptions,
} from '../session-options.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { printBlock, printJson, printLine } from '../terminal/terminal.ts';
import { untilInterrupted } from '../terminal/until-interrupted.ts';
import { askToStart } from './ask-to-start.ts';
import { expectedResults, workAt } from './chosen-work.ts';
import { evaluatedPath } from './evaluated-path.ts';
import { KeptPrompts, openResults } from './new-results.ts';
import { positive, wholeFrom } from './number-options.ts';
import {
  exitCodeOf,
  isOneDocument,
  printProblems,
  printResults,
  type ResultsFormat,
  readableResults,
  resultsFormats,
} from './print-results.ts';
import { plannedJson } from './reports/plan-json.ts';

interface EvalOptions extends SessionOptions {
  readonly case?: string;
  readonly runs?: number;
  readonly arm: EvaluationChoice['arms'];
  readonly allowTools: readonly string[];
  readonly maxBudgetUsd?: number;
  readonly scaffold?: true;
  readonly claude?: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly format: ResultsFormat;
}

/** Adds `skillwright eval`. */
export function addEvalCommand(program: Command): void {
  const command = program
    .command('eval')
    .description('run evaluations in the installed Claude Code, and show their results; costs money')
    .argument(
      '[path]',
      'a plugin, a skill or its name, a folder with evaluations, or a case (default: the session directory)',
    )
    .allowExcessArguments();
  addSessionOptions(command)
    .option('--case <name>', 'only the case or prompt of this name')
    .addOption(
      new Option('--runs <n>', 'how often each case runs (default: what it says, or 3)').argParser(wholeFrom(1, 50)),
    )
    .addOption(
      new Option('--arm <arm>', 'with the plugin or skill, or also without it to compare')
        .choices(['both', 'with'])
        .default('both'),
    )
    .addOption(
      new Option('--allow-tools <list>', 'more tools that sessions may use: Read,Write; repeatable')
        .argParser(collectTools)
        .default([], 'what each case gets'),
    )
    .option('--model <name>', 'model of all sessions (default: what a case says, or that of Claude Code)')
    .addOption(new Option('--max-budget-usd <n>', 'maximum total cost').argParser(positive))
    .option('--scaffold', 'run the scaffold scripts of cases, with your permissions')
    .option('--claude <path>', 'program to start (default: the installed one)')
    .option('--yes', 'start without asking')
    .option('--dry-run', 'show what would be started and what it may do and cost, and start nothing')
    .addOption(new Option('--format <format>', 'output format').choices(resultsFormats).default('text'))
    .addHelpText(
      'after',
      [
        '',
        'Cases run in `claude plugin eval`, prompts of evals.json in sessions of their own, once in each arm. Nothing is',
        'published. Results are written next to the evaluations, where `skillwright results` finds them. Ctrl+C ends what',
        'runs, and keeps and prints what has ended. Exits with 0, with 1 if a case did not pass, with 2 if not everything',
        'ran or for incorrect usage, with 130 after Ctrl+C.',
      ].join('\n'),
    )
    .action(async (path: string | undefined, options: EvalOptions, { args }: Command) => {
      requireOnePath(args, options);
      process.exitCode = await evaluate(path ?? '.', options);
    });
}

async function evaluate(written: string, options: EvalOptions): Promise<ExitCode> {
  const session = await readSession(options, blockingFileSystem);
  const at = await evaluatedPath(written, session);
  const works = await workAt(at, options.case, session.files);
  const planned = plannedOf(works, options);
  const plan = await planEvaluations(planned, session.files);
  if ('problem' in plan) throw new UsageError(plan.problem);
  requireOneResult(works, options, plan.sessions);
  if (options.dryRun) {
    if (options.format === 'json') printJson(plannedJson(plan, planned));
    else process.stdout.write(`${planText(plan)}\n`);
    return exitCode.clean;
  }
  const claudeCode = withOptionName(nodeClaudeCode);
  const named = options.claude === undefined ? undefined : absolutePath(process.cwd(), options.claude);
  const program = await claudeCode.find(named);
  if ('problem' in program) throw new UsageError(program.problem);
  printBlock(planText(plan));
  await askToStart(options);
  // The files may have changed while the user was asked.
  const agreed = plannedOf(await workAt(at, options.case, session.files), options);
  const now = await planEvaluations(agreed, session.files);
  if ('problem' in now || isMore(now, plan))
    throw new UsageError('Not started: files have changed since you were asked. Start it again');
  const { signal, release } = untilInterrupted();
  const kept = new KeptPrompts();
  const { problem, resultPaths } = await runEvaluations(agreed, {
    program,
    machine: { claudeCode, files: session.files, scratchFolders: nodeScratchFolders, resultFiles: nodeResultFiles },
    signal,
    now: Date.now,
    listener: { line: printProgress, started() {}, ended: ({ lines }) => lines.forEach(printProgress) },
    keep: async (of, ended, isWithSkill) => kept.add(of, ended, isWithSkill),
  });
  release();
  const folders = await kept.write(session.files);
  const code = await printNew([...resultPaths, ...folders], session, options);
  if (problem !== undefined) printLine(problem);
  if (signal.aborted) {
    const places = [...resultPaths, ...folders].map((it) => pathFromFolder(it, session.folder));
    printLine(
      places.length === 0 ? 'Stopped. No run had ended' : `Stopped. Completed results are in ${places.join(', ')}`,
    );
    return exitCode.interrupted;
  }
  return problem !== undefined && code === exitCode.clean ? exitCode.trouble : code;
}

/** Tools after a space would be paths. */
function requireOnePath(args: readonly string[], { allowTools }: EvalOptions): void {
  const tools = args.filter((it) => isToolName(bareTool(it)));
  if (allowTools.length > 0 && tools.length > 0)
    throw new UsageError(`Separate tools by commas: --allow-tools ${[...allowTools, ...tools].join(',')}`);
  if (args.length > 1) throw new UsageError(`Specify one path, not ${args.length}`);
}

/** The works as they are planned and run, so that both are the same. */
function plannedOf(works: readonly SuiteWork[], options: EvalOptions) {
  const { runs, arm, allowTools, model, scaffold = false, maxBudgetUsd } = options;
  const choice: EvaluationChoice = { runs, arms: arm, allowedTools: allowTools, model, scaffold };
  return {
    works,
    choice,
    settings: { extraArguments: [], maximumCost: undefined },
    claudeCode: readRunSettings(undefined),
    maximumCost: maxBudgetUsd,
  } satisfies PlannedEvaluations;
}

/** Before anything is paid for. */
function requireOneResult(works: readonly SuiteWork[], { format }: EvalOptions, sessions: number): void {
  if (format === 'grading' && sessions > 1)
    throw new UsageError(
      '--format grading is for one run: choose it with --case NAME --runs 1 --arm with, or use another format',
    );
  if (isOneDocument(format) && expectedResults(works) > 1)
    throw new UsageError(
      `--format ${format} is for one result, and there would be ${expectedResults(works)}: specify one of the evaluations, or use json`,
    );
}

/** In a terminal, nobody can press a button. */
function planText({ paragraphs, allowable = [] }: EvaluationPlan): string {
  const allow = `\`--allow-tools ${allowable.join(',')}\` allows what is missing, for this run.`;
  return [...paragraphs, ...(allowable.length > 0 ? [allow] : [])]
    .flatMap((paragraph) => paragraph.split('\n'))
    .map(escapeControlCharacters)
    .join('\n');
}

function printProgress(line: string): void {
  process.stderr.write(`${escapeControlCharacters(line)}\n`);
}

async function printNew(paths: readonly string[], session: FolderSession, { format }: EvalOptions): Promise<ExitCode> {
  const opened = await openResults(paths, session.files);
  printProblems(opened, session);
  const shown = await readableResults(opened, session.files);
  if (shown.length === 0) return exitCode.trouble;
  printResults(shown, session, { format });
  return exitCodeOf(shown, true);
}

function collectTools(value: string, previous: readonly string[]): readonly string[] {
  const tools = toolNamesIn(value);
  const unknown = unknownToolIn(tools);
  if (tools.length === 0) throw new InvalidArgumentError('Write names of tools with commas: Read,Write.');
  if (unknown === undefined) return [...previous, ...tools];
  const near = nearestTool(unknown)?.name;
  throw new InvalidArgumentError(`There is no tool ${unknown}${near === undefined ? '' : `; did you mean ${near}?`}`);
}
