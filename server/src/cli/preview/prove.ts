import { type Command, Option } from 'commander';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { catalogSubject } from '../../jobs/claude-code/prove/catalog-subject.ts';
import { provePreview } from '../../jobs/claude-code/prove/prove-preview.ts';
import { isSessionId } from '../../jobs/claude-code/prove/start-proof.ts';
import { previewedCommands } from '../../jobs/preview/preview-commands.ts';
import { toPreviewOutcome } from '../../jobs/preview/run-previewed-command.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { nodeClaudeCode } from '../../platform/node/node-claude-code.ts';
import { startModelServer } from '../../platform/node/node-model-server.ts';
import { nodeScratchFolders } from '../../platform/node/node-scratch-folders.ts';
import type { PreviewOutcome, ProofReport } from '../../protocol.ts';
import { readTurn } from '../../runtime/invocation/invocation-turn.ts';
import { type PreparedInvocation, renderTyped } from '../../runtime/invocation/prepare-invocation.ts';
import { withOptionName } from '../claude-code-option.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { unifiedDiff } from '../reports/unified-diff.ts';
import { configuredSession } from '../run-settings.ts';
import {
  absolutePath,
  addCatalogOptions,
  type FolderSession,
  readSession,
  type SessionOptions,
} from '../session-options.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { printJson, printLine } from '../terminal/terminal.ts';
import { findRenderable } from './find-renderable.ts';
import { addInvocationOptions, givenArguments, type InvocationOptions } from './invocation-options.ts';
import { runCommands } from './run-commands.ts';

interface ProveOptions extends SessionOptions, InvocationOptions {
  readonly claude?: string;
  readonly runShell?: boolean;
  readonly trustArguments?: boolean;
  readonly format: 'text' | 'json';
}

/** Adds `skillwright prove`. */
export function addProveCommand(program: Command): void {
  const command = program
    .command('prove')
    .description('compare what render prints with what the installed Claude Code sends')
    .argument('<skill>', 'name, folder or file of a skill or command')
    .argument('[arguments]', 'text typed after the name')
    .option('--args <string>', 'the same, for arguments that start with a dash');
  addInvocationOptions(addCatalogOptions(command))
    .option('--claude <path>', 'program to start (default: the installed one)')
    .option('--run-shell', 'let Claude Code run the commands in the text')
    .option('--trust-arguments', 'also those that the arguments add or change')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      '\nStarts Claude Code without a network: this program answers in place of the model. No hook or\nMCP server starts, and nothing is written into the project or the home. Exits with 0 if both\nare equal, with 1 if they differ, with 2 if they cannot be compared.',
    )
    .action(async (skill: string, given: string | undefined, options: ProveOptions) => {
      process.exitCode = await prove(skill, givenArguments(given, options) ?? '', options);
    });
}

async function prove(written: string, given: string, options: ProveOptions): Promise<ExitCode> {
  if (options.session !== undefined && !isSessionId(options.session)) {
    throw new UsageError('Claude Code accepts only a UUID as session ID');
  }
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const loaded = await loadCatalog(session);
  const { catalog } = loaded;
  const { skill, path } = await findRenderable(written, loaded, session);
  const known = catalog.at(path);
  if (known?.path !== path) throw new UsageError(`Claude Code does not load it in this session: ${path}`);
  const { session: sessionId, effort } = options;
  const { folder } = session;
  const turn = await readTurn({ within: { session, settings: catalog.settings }, folder, sessionId, effort });
  const subject = catalogSubject(known, skill, catalog, turn);
  const runsCommands = options.runShell === true;
  const outcomes = runsCommands ? await outcomesOf(subject, path, given, session, options) : {};
  const invocation = { arguments: given, outcomes, runsCommands, onDisk: skill.document.text, signal: undefined };
  const claudeCode = withOptionName(nodeClaudeCode);
  const program = options.claude === undefined ? undefined : absolutePath(process.cwd(), options.claude);
  const machine = {
    claudeCode,
    modelServers: { start: startModelServer },
    scratchFolders: nodeScratchFolders,
  };
  const report = await provePreview(subject, invocation, machine, () => claudeCode.find(program));
  if ('problem' in report) throw new UsageError(report.problem);
  print(report, options.format);
  return report.isEqual ? exitCode.clean : exitCode.findings;
}

/** Runs the commands as `render --run-shell` does. */
async function outcomesOf(
  invocation: PreparedInvocation,
  path: string,
  given: string,
  { folder, runtime, environment }: FolderSession,
  { trustArguments }: ProveOptions,
): Promise<Record<string, PreviewOutcome>> {
  const { rendering } = renderTyped(invocation, given);
  const run = { variable: environment.variable, trustsArguments: trustArguments === true };
  const outcomes = await runCommands(rendering, invocation, run);
  const commands = await previewedCommands(rendering, folder, path, runtime);
  const ran = commands.flatMap(({ hash }, index) => {
    const outcome = outcomes[index]!;
    return outcome.status === 'ok' || outcome.status === 'failed' ? [[hash, toPreviewOutcome(outcome)] as const] : [];
  });
  return Object.fromEntries(ran);
}

function print(report: ProofReport, format: ProveOptions['format']): void {
  if (format === 'json') {
    printJson(report);
    return;
  }
  const { summary, preview, sent, listing, notes } = report;
  process.stdout.write(`${escapeControlCharacters(summary)}\n`);
  if (!report.isEqual) process.stdout.write(unifiedDiff('invocation', preview, sent));
  if (listing) {
    process.stdout.write(`${escapeControlCharacters(listing.summary)}\n`);
    if (!listing.isEqual) process.stdout.write(unifiedDiff('listing', listing.catalog, listing.sent));
  }
  for (const note of notes) printLine(note);
}
