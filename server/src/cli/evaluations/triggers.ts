import { type Command, Option } from 'commander';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { loadRepository } from '../../catalog/repository.ts';
import { jsonText } from '../../document/json-values.ts';
import { improvementLines, whyNotImproved } from '../../jobs/evaluations/triggers/improvement/improvement-text.ts';
import { measureTriggers, type TriggerPlan } from '../../jobs/evaluations/triggers/measure-triggers.ts';
import type { TriggerReport } from '../../jobs/evaluations/triggers/trigger-report.ts';
import {
  type FoundSubject,
  findTriggerSubject,
  type TriggerSubject,
} from '../../jobs/evaluations/triggers/trigger-subject.ts';
import { planLines } from '../../jobs/evaluations/triggers/trigger-text.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { nodeClaudeCode } from '../../platform/node/node-claude-code.ts';
import { nodeScratchFolders } from '../../platform/node/node-scratch-folders.ts';
import { folderOf } from '../../platform/paths.ts';
import { withOptionName } from '../claude-code-option.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { requireFree } from '../files/create-files.ts';
import { createFile } from '../files/replace-file.ts';
import { configuredSession } from '../run-settings.ts';
import { absolutePath, addCatalogOptions, readSession, type SessionOptions } from '../session-options.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { showProgress } from '../terminal/progress.ts';
import { coloursFor, printBlock, printJson, printLine } from '../terminal/terminal.ts';
import { untilInterrupted } from '../terminal/until-interrupted.ts';
import { askToStart } from './ask-to-start.ts';
import { evaluatedPath } from './evaluated-path.ts';
import { type Improvement, improveDescription, whyNotChanged } from './improve-description.ts';
import { positive, wholeFrom } from './number-options.ts';
import { improvementJson, plannedTriggersJson, triggersJson, triggersText } from './reports/triggers-text.ts';

interface TriggersOptions extends SessionOptions {
  readonly skill?: string;
  readonly runs: number;
  readonly maxTurns: number;
  readonly maxBudgetUsd?: number;
  readonly concurrency: number;
  readonly improve?: true;
  readonly claude?: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly output?: string;
  readonly format: 'text' | 'json';
}

/** Adds `skillwright triggers`. */
export function addTriggersCommand(program: Command): void {
  const command = program
    .command('triggers')
    .description('measure how often the queries of a trigger set make the model call a skill; costs money')
    .argument('<path>', 'trigger set such as evals/trigger-eval.json, or the folder or name of a skill that has one');
  addCatalogOptions(command)
    .option('--skill <name>', 'skill that the set is about (default: the one around it, or that it names)')
    .addOption(new Option('--runs <n>', 'how often each query is asked').argParser(wholeFrom(1, 20)).default(3))
    .addOption(new Option('--max-turns <n>', 'answers of the model per run').argParser(wholeFrom(1, 10)).default(2))
    .addOption(new Option('--max-budget-usd <n>', 'maximum for the cost of all runs').argParser(positive))
    .addOption(new Option('--concurrency <n>', 'runs at a time').argParser(wholeFrom(1, 4)).default(2))
    .option('--improve', 'ask Claude Code for a better description, measure it, and ask whether to keep it')
    .option('--claude <path>', 'program to start (default: the installed one)')
    .option('--yes', 'start without asking')
    .option('--dry-run', 'show what would be started, and start nothing')
    .option('--output <file>', 'also write the results as JSON, into a new file')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      [
        '',
        'Starts Claude Code with your sign-in, skills and settings, and counts the actual calls of the Skill tool. Every',
        'other call of a tool is denied, hooks and MCP servers are off, and sessions are not saved. Ctrl+C ends it and',
        'prints what was measured until then. Exits with 0 if at least half of the runs of each query did what they',
        'should, with 1 if not, with 2 if nothing was measured, with 130 after Ctrl+C.',
        '',
        'A set is a list of objects with `query` or `prompt` and `should_trigger`, an object with such a list as `cases`, or',
        'one with the lists `should_trigger` and `should_not_trigger`. Of its queries, 40 % are held out, the same ones as in',
        'skill-creator. --improve shows the misses among the others to Claude Code, shows its description as a diff, puts it',
        'into the SKILL.md, asks the held-out queries again, and puts the old one back unless you keep the new one. It then',
        'exits with 0 if the new one was kept, and with 1 if not.',
      ].join('\n'),
    )
    .action(async (path: string, options: TriggersOptions) => {
      process.exitCode = await triggers(path, options);
    });
}

async function triggers(written: string, options: TriggersOptions): Promise<ExitCode> {
  const own = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const { folder } = own;
  const loaded = await loadCatalog(own);
  const around = { session: own, catalog: loaded.catalog, offered: () => loadRepository(loaded, own) };
  const { path } = await evaluatedPath(written, own);
  const found = await findTriggerSubject(path, options.skill, around, nodeScratchFolders);
  if ('problem' in found) throw new UsageError(found.problem);
  try {
    return await measure(found, folder, options);
  } finally {
    await found.release();
  }
}

async function measure(
  { subject, session }: FoundSubject,
  folder: string,
  options: TriggersOptions,
): Promise<ExitCode> {
  const { queries, isSkill, skill, listedAs } = subject;
  const { runs: repeats, maxTurns: turns, maxBudgetUsd: dollars, concurrency } = options;
  const plan: TriggerPlan = { session, folder, queries, repeats, turns, dollars, concurrency, isSkill };
  for (const note of subject.notes) printLine(note);
  const refusal = options.improve && (whyNotImproved(queries) ?? (await whyNotChanged(subject, session)));
  if (refusal) throw new UsageError(refusal);
  const lines = [...planLines(plan), ...(options.improve ? improvementLines(queries, repeats) : [])];
  const output = outputPath(options);
  if (output !== undefined) await requireWritable(output);
  const plans = [`\`${skill.name}\` is ${listedAs}.`, ...lines];
  if (options.dryRun) {
    if (options.format === 'json') printJson(plannedTriggersJson(plan, subject));
    else process.stdout.write(`${[...plans, 'Nothing was started.'].map(escapeControlCharacters).join('\n')}\n`);
    return exitCode.clean;
  }
  printBlock(plans.join('\n'));
  const claudeCode = withOptionName(nodeClaudeCode);
  const program = await claudeCode.find(
    options.claude === undefined ? undefined : absolutePath(process.cwd(), options.claude),
  );
  if ('problem' in program) throw new UsageError(program.problem);
  await askToStart(options);
  const { signal, release } = untilInterrupted();
  const progress = showProgress(
    queries.length * repeats,
    process.stderr,
    (done) => `${done} of ${queries.length * repeats} runs`,
  );
  const report = await measureTriggers(plan, { claudeCode, program, signal, progress: () => progress.advance() });
  progress.end();
  if (options.format === 'text') process.stdout.write(triggersText(report, subject, coloursFor(process.stdout)));
  const improvement = options.improve
    ? await improveDescription(report, subject, plan, { claudeCode, program, signal }, (text) =>
        (options.format === 'text' ? process.stdout : process.stderr).write(text),
      )
    : undefined;
  release();
  await print(report, subject, improvement, output, options);
  if (signal.aborted) return exitCode.interrupted;
  if (options.improve) return improvement?.isKept ? exitCode.clean : exitCode.findings;
  if (report.queries.every(({ runs }) => runs === 0)) return exitCode.trouble;
  return report.queries.every(({ isAsExpected }) => isAsExpected !== false) ? exitCode.clean : exitCode.findings;
}

function outputPath({ output, cwd }: TriggersOptions): string | undefined {
  return output === undefined ? undefined : absolutePath(cwd ?? process.cwd(), output);
}

/** Before anything is paid for. */
async function requireWritable(path: string): Promise<void> {
  await requireFree(path, 'name another file with --output');
  const folder = folderOf(path);
  if ((await blockingFileSystem.typeOf(folder)) !== 'folder')
    throw new UsageError(`No such folder: ${folder} (--output)`);
}

async function print(
  report: TriggerReport,
  subject: TriggerSubject,
  improvement: Improvement | undefined,
  output: string | undefined,
  { format }: TriggersOptions,
): Promise<void> {
  const json = { ...triggersJson(report, subject), ...(improvement && { improvement: improvementJson(improvement) }) };
  if (format === 'json') printJson(json);
  if (output === undefined) return;
  try {
    await createFile(output, jsonText(json));
  } catch (error) {
    throw new UsageError(`The results cannot be written: ${output} (${(error as Error).message})`);
  }
}
