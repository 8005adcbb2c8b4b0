import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { URI } from 'vscode-uri';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import type { PermissionRule } from '../../catalog/settings/session-settings.ts';
import { splitToolRules } from '../../dialect/tools/tool-rules.ts';
import { allowRules } from '../../features/edits/allow-skill-edit.ts';
import { nothingOpen } from '../../features/edits/editable-text.ts';
import type { SettingsChange } from '../../features/edits/settings-text.ts';
import { EditedText } from '../../features/fixes/edited-text.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import { nodeFileSystem } from '../../platform/node/node-file-system.ts';
import { readTurn, skillPermissions } from '../../runtime/invocation/invocation-turn.ts';
import { prepareInvocation } from '../../runtime/invocation/prepare-invocation.ts';
import { applyOutcomes } from '../../runtime/render/apply-outcomes.ts';
import { renderSkill } from '../../runtime/render/render-skill.ts';
import type { RenderableSkill } from '../../runtime/render/renderable-skill.ts';
import { type ExitCode, exitCode, UsageError } from '../exit-code.ts';
import { createFile, NotReplaced, replaceFile } from '../files/replace-file.ts';
import { deleteLeftovers } from '../files/temporary-files.ts';
import { type InvokeReport, invokeReport } from '../reports/invoke-report.ts';
import { invokeText } from '../reports/invoke-text.ts';
import { commandNotes } from '../reports/render-report.ts';
import { configuredSession } from '../run-settings.ts';
import { addCatalogOptions, type FolderSession, readSession, type SessionOptions } from '../session-options.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';
import { coloursFor, printJson, printLine } from '../terminal/terminal.ts';
import {
  addInvocationOptions,
  givenArguments,
  type InvocationOptions,
  PERMISSION_MODES,
} from './invocation-options.ts';
import { runCommands } from './run-commands.ts';

interface InvokeOptions extends SessionOptions, InvocationOptions {
  readonly format: 'text' | 'json';
  readonly interactive?: true;
  readonly runShell?: true;
  readonly trustArguments?: true;
  readonly permissionMode?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly alwaysAllow?: true;
  readonly yes?: true;
}

/** The change that lets a skill run from now on. */
interface AlwaysAllowed {
  readonly rule: string;
  readonly path: string;
  readonly written: boolean;
}

/** Adds `skillwright invoke`. */
export function addInvokeCommand(program: Command): void {
  const command = program
    .command('invoke')
    .description('show what happens when Claude loads a skill with the Skill tool')
    .argument('<name>', 'name of the skill, as Claude would write it')
    .argument('[arguments]', 'arguments that Claude would pass, verbatim');
  addInvocationOptions(addCatalogOptions(command))
    .option('--args <string>', 'the same, for arguments that start with a dash')
    .option('--run-shell', 'run the commands in the text that Claude Code would run')
    .option('--trust-arguments', 'also run commands that the arguments add or change')
    .option('--interactive', 'assume that a user can be asked for permission')
    .addOption(
      new Option('--permission-mode <mode>', 'assume that Claude Code was started in this mode').choices(
        PERMISSION_MODES,
      ),
    )
    .option('--allowedTools <rules>', 'rules to allow, as on the command line; repeatable', collectRules)
    .option('--disallowedTools <rules>', 'rules to deny, as on the command line; repeatable', collectRules)
    .option('--always-allow', 'show the rule that would let it run without asking, and its file')
    .option('--yes', 'with --always-allow: write that rule')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText('after', '\nExits with 0, with 1 if the call fails or is denied, with 2 for incorrect usage.')
    .action(async (name: string, given: string | undefined, options: InvokeOptions) => {
      process.exitCode = await invoke(name, givenArguments(given, options), options);
    });
}

async function invoke(name: string, args: string | undefined, options: InvokeOptions): Promise<ExitCode> {
  if (options.yes && !options.alwaysAllow) throw new UsageError('--yes requires --always-allow');
  const session = await configuredSession(options, await readSession(options, memoisingFileSystem(blockingFileSystem)));
  const { catalog } = await loadCatalog(session);
  const { settings } = catalog;
  const turn = await readTurn({
    within: { session, settings },
    folder: session.folder,
    sessionId: options.session,
    effort: options.effort,
    rules: [
      ...optionRules(options.allowedTools, 'allow', '--allowedTools'),
      ...optionRules(options.disallowedTools, 'deny', '--disallowedTools'),
    ],
    mode: options.permissionMode,
  });
  const permissions = skillPermissions(turn, session, settings);
  const render = async (skill: RenderableSkill, given: string) => {
    const invocation = prepareInvocation(skill, turn);
    const rendering = renderSkill(skill, given, invocation.session);
    const trustsArguments = options.trustArguments === true;
    const { variable } = session.environment;
    const outcomes = options.runShell
      ? await runCommands(rendering, invocation, { variable, trustsArguments })
      : undefined;
    const applied = applyOutcomes(rendering, outcomes ?? [], session.runtime);
    return { ...applied, notes: commandNotes(rendering, outcomes, applied) };
  };
  const granted = (skill: RenderableSkill) => prepareInvocation(skill, turn).permissions.granted;
  const canAsk = options.interactive === true;
  const report = await invokeReport({ skill: name, args }, { session, catalog, permissions, render }, canAsk, granted);
  if (!('decision' in report)) throw new UsageError(report.problem);
  const allowed = options.alwaysAllow ? await alwaysAllow(report, session, options.yes === true) : undefined;
  print(report, allowed, options);
  const refused =
    report.error && catalog.named(name.trim().replace(/^\//, '')).find(({ status }) => status === 'invalid');
  if (refused?.reason !== undefined) printLine(`${refused.reason}: ${refused.path}`);
  return report.error || report.decision === 'deny' || report.toolResult?.isError ? exitCode.findings : exitCode.clean;
}

function print(report: InvokeReport, allowed: AlwaysAllowed | undefined, { format }: InvokeOptions): void {
  if (format === 'json') {
    const whole = allowed === undefined ? report : { ...report, alwaysAllow: allowed };
    printJson(whole);
    return;
  }
  process.stdout.write(invokeText(report, coloursFor(process.stdout)));
  if (allowed) {
    const what = `${allowed.rule} ${allowed.written ? 'is in' : 'would be added to'} ${allowed.path}`;
    process.stdout.write(`${escapeControlCharacters(what)}${allowed.written ? '' : '; --yes writes it'}\n`);
  }
}

/** The rule that would let the skill run, which is added to the settings if `write` is set. */
async function alwaysAllow(
  { suggestedRule }: InvokeReport,
  session: FolderSession,
  write: boolean,
): Promise<AlwaysAllowed | undefined> {
  if (suggestedRule === null) return undefined;
  const change = await allowRules([suggestedRule], session, nothingOpen);
  if ('problem' in change) throw new UsageError(change.problem);
  const { settings, edits } = change;
  const allowed = { rule: suggestedRule, path: URI.parse(settings.uri).fsPath, written: edits.length === 0 };
  if (!write || allowed.written) return allowed;
  await writeSettings(allowed.path, change);
  return { ...allowed, written: true };
}

/** Writes nothing but the edits: every other byte of the file stays as it is. */
async function writeSettings(path: string, { settings, edits }: SettingsChange): Promise<void> {
  const edited = new EditedText(settings.text);
  edited.apply(edits);
  try {
    if (settings.create) {
      await mkdir(dirname(path), { recursive: true });
      await createFile(path, edited.text);
      return;
    }
    await deleteLeftovers(dirname(path));
    const before = await nodeFileSystem.readFile(path);
    if (!before) throw new NotReplaced('can no longer be read');
    const mark = decodeText(before).startsWith('\uFEFF') ? '\uFEFF' : '';
    if (Buffer.compare(Buffer.from(mark + settings.text), before) !== 0)
      throw new NotReplaced('has changed in the meantime');
    await replaceFile(path, before, mark + edited.text);
  } catch (error) {
    if (error instanceof NotReplaced) throw new UsageError(`Not written, because it ${error.message}: ${path}`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`Cannot be written: ${path} (${code})`);
  }
}

function optionRules(
  rules: readonly string[] | undefined,
  behavior: PermissionRule['behavior'],
  path: string,
): PermissionRule[] {
  return (rules ?? []).map((rule) => ({ rule, behavior, path }));
}

function collectRules(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...splitToolRules(value)];
}
