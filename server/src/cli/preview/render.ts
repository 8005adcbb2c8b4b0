import { type Command, Option } from 'commander';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { readTurn } from '../../runtime/invocation/invocation-turn.ts';
import { prepareInvocation, renderTyped } from '../../runtime/invocation/prepare-invocation.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import type { Span, SpanKind } from '../../runtime/render/spanned-text.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { type CompactionReport, compactionReport } from '../reports/compaction-report.ts';
import { type Invocation, type RenderReport, renderReport } from '../reports/render-report.ts';
import { type SessionSource, sessionFrom } from '../run-settings.ts';
import { addCatalogOptions, collect, type SessionOptions } from '../session-options.ts';
import { escapeLines } from '../terminal/escape-control-characters.ts';
import { type Colours, coloursFor, printBlock, printJson, printLine } from '../terminal/terminal.ts';
import { findRenderable } from './find-renderable.ts';
import { addInvocationOptions, givenArguments, type InvocationOptions } from './invocation-options.ts';
import { newerTexts } from './newer-texts.ts';
import { runCommands } from './run-commands.ts';

/** The session and the turn of an invocation, and which of its commands run. */
interface TurnOptions extends SessionOptions, InvocationOptions {
  readonly runShell?: boolean;
  readonly trustArguments?: boolean;
}

/** The text that an invocation sends, and everything that this depends on. */
interface RenderedInvocation extends Omit<Parameters<typeof newerTexts>[1], 'skill'> {
  readonly invoked: Invocation;
  readonly report: RenderReport;
}

interface RenderOptions extends TurnOptions {
  readonly afterCompaction?: boolean;
  readonly newer?: readonly string[];
  readonly format: 'text' | 'json';
}

/** Adds `skillwright render`. */
export function addRenderCommand(program: Command): void {
  const command = program
    .command('render')
    .description('print the text that Claude Code sends for /name with arguments')
    .argument('<skill>', 'name, folder or file of a skill or command')
    .argument('[arguments]', 'text typed after the name')
    .option('--args <string>', 'the same, for arguments that start with a dash');
  addInvocationOptions(addCatalogOptions(command))
    .option('--run-shell', 'run the commands in the text that Claude Code would run')
    .option('--trust-arguments', 'also run commands that the arguments add or change')
    .option('--after-compaction', 'print what is left of the text after /compact')
    .option('--newer <skill>', 'a skill invoked after it, or a number of the longest ones; repeatable', collect)
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      '\nPrints only the text; notes go to standard error. Exits with 0, with 1 if Claude Code\nwould send nothing or nothing is left, with 2 for incorrect usage.',
    )
    .action(async (skill: string, given: string | undefined, options: RenderOptions) => {
      process.exitCode = await render(skill, given, options);
    });
}

async function render(written: string, given: string | undefined, options: RenderOptions): Promise<ExitCode> {
  if (options.newer && !options.afterCompaction) throw new UsageError('--newer needs --after-compaction');
  const typed = givenArguments(given, options) ?? '';
  const { invoked, report, ...turn } = await renderSkill(written, typed, options, { files: blockingFileSystem });
  if (options.afterCompaction) {
    const left = compactionReport(
      invoked,
      report,
      await newerTexts(options.newer ?? [], { ...turn, skill: invoked.skill }),
    );
    printLeft(left, options.format);
    return left.state === 'lost' ? exitCode.findings : exitCode.clean;
  }
  print(report, invoked.skill, options.format);
  return report.aborted === null ? exitCode.clean : exitCode.findings;
}

/**
 * Renders a skill as if its name and these arguments were typed.
 *
 * @returns what `render --format json` prints as `report`, and what it was made from
 */
export async function renderSkill(
  written: string,
  typed: string,
  options: TurnOptions,
  source: SessionSource,
): Promise<RenderedInvocation> {
  const session = await sessionFrom(options, source);
  const loaded = await loadCatalog(session);
  const { catalog } = loaded;
  const { skill, refusal, notes } = await findRenderable(written, loaded, session);
  const { folder } = session;
  const { session: sessionId, effort } = options;
  const turn = await readTurn({ within: { session, settings: catalog.settings }, folder, sessionId, effort });
  const invocation = prepareInvocation(skill, turn);
  const { given: args, rendering } = renderTyped(invocation, typed);
  const mayRun = options.runShell === true && refusal === undefined;
  const { variable } = session.environment;
  const trustsArguments = options.trustArguments === true;
  const outcomes = mayRun ? await runCommands(rendering, invocation, { variable, trustsArguments }) : undefined;
  const { availableModels } = invocation.session;
  const invoked = { skill, arguments: args, rendering, availableModels, outcomes, refusal, notes };
  return { invoked, report: renderReport(invoked), catalog, session, rendered: turn.rendered };
}

function print(report: RenderReport, skill: RenderableSkill, format: RenderOptions['format']): void {
  if (format === 'json') {
    printJson(report);
    return;
  }
  if (report.text !== null) {
    process.stdout.write(printedText(report.text, report.spans, coloursFor(process.stdout), process.stdout.isTTY));
  }
  if (report.aborted !== null) printBlock(`Claude Code sends nothing for \`/${skill.name}\`: ${report.aborted}`);
  for (const note of report.notes) printLine(note);
}

function printLeft(report: CompactionReport, format: RenderOptions['format']): void {
  if (format === 'json') {
    printJson(report);
    return;
  }
  if (report.message !== null) {
    process.stdout.write(printedText(report.message, [], coloursFor(process.stdout), process.stdout.isTTY));
  }
  for (const note of report.notes) printLine(note);
}

/**
 * A rendered text for standard output. A program gets every character unchanged. On a terminal, control characters are
 * shown, a final line ending is added, and colours mark what does not come from the file.
 */
function printedText(text: string, spans: readonly Span[], colours: Colours, isTerminal: boolean): string {
  const show = (start: number, end: number): string => {
    const part = text.slice(start, end);
    return isTerminal ? escapeLines(part, text.slice(end, end + 1)) : part;
  };
  const paint: Readonly<Record<SpanKind, (part: string) => string>> = {
    argument: colours.green,
    variable: colours.cyan,
    injection: colours.yellow,
    appended: colours.magenta,
  };
  const printed: string[] = [];
  let shown = 0;
  for (const { start, end, kind } of spans) {
    printed.push(show(shown, start));
    // Each line separately, so that no pager loses the colour.
    const lines = show(start, end).split('\n');
    printed.push(lines.map((line) => (line === '' ? '' : paint[kind](line))).join('\n'));
    shown = end;
  }
  printed.push(show(shown, text.length));
  if (isTerminal && text !== '' && !text.endsWith('\n')) printed.push('\n');
  return printed.join('');
}
