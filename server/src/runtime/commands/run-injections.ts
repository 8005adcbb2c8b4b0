import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { PROVIDED_PROGRAMS } from '../../dialect/shell/shell-commands.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import type { Shell, ShellResult } from '../../platform/shell.ts';
import { readShellCommand } from '../../shell/read-command.ts';
import { checkCommand, refusalOrder } from '../permissions/check-command.ts';
import type { CommandPermissions, CommandVerdict } from '../permissions/command-permissions.ts';
import type { RenderSession } from '../render/renderable-skill.ts';
import { afterRefusals, type CommandOutcome, type RenderedInjection, type Rendering } from '../render/rendering.ts';
import { isFailure } from './command-exit.ts';
import { hasMoved, readRun, wrapCommand } from './command-folder.ts';
import { firstBytes, outputLimit, shapeOutput } from './shell-output.ts';

/** How the commands of a text are run. */
export interface InjectionRun {
  readonly shell: Shell;
  readonly permissions: CommandPermissions;
  /**
   * Whether Claude Code's permission check decides. A command that the user has read and agreed to runs even if Claude
   * Code would reject it. A command for which the answer is not known also runs.
   */
  readonly checked: boolean;
  readonly session: RenderSession;
  /** Which commands may run; the others stay unchanged. */
  readonly mayRun: (injection: RenderedInjection) => boolean;
  /** The value of an environment variable that Claude Code reads, such as `BASH_MAX_OUTPUT_LENGTH`. */
  readonly variable: (name: string) => string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The skill, as messages of Claude Code name it: `/greet`. */
  readonly name?: string;
}

/** Milliseconds after which Claude Code stops waiting for a command. */
const timeout = 120_000;

/** Bytes of a command's output that are kept. Claude Code shows the first 2,000 characters of far less. */
const bytesKept = 16 * 1024 * 1024;

/** Number of commands that run at the same time. Claude Code starts all of them at once. */
const concurrency = 8;

/**
 * Runs the commands of a text as Claude Code does when the skill loads: each in its own bash, in the session's folder,
 * without standard input. Returns one outcome per command, in their order.
 */
export function runInjections(rendering: Rendering, run: InjectionRun): Promise<readonly CommandOutcome[]> {
  const unprintable = run.checked ? withControlCharacter(rendering, run) : undefined;
  if (unprintable) return Promise.resolve(unprintable);
  return mapConcurrently(rendering.injections, concurrency, async (injection) => {
    // This also applies to a command that may not run here, because Claude Code would give up at it.
    const refusal = refused(injection, run);
    if (refusal) return refusal;
    if (!run.mayRun(injection) || run.signal?.aborted) return { ...nothing, status: 'not-run' };
    if (await lacksProvided(injection.command, run)) return { ...nothing, status: 'not-known' };
    return outcomeOf(injection, await runCommand(injection.command, run), run);
  });
}

const nothing = { status: 'ok', output: '', failure: undefined, exitCode: undefined, ms: 0 } as const;

/** Claude Code runs nothing at all if one command contains a character that the user could not see. */
export function withControlCharacter(
  { injections }: Rendering,
  run: Pick<InjectionRun, 'permissions' | 'name'>,
): readonly CommandOutcome[] | undefined {
  if (!capabilities(run.permissions.runtime).rejectsControlCharacters) return undefined;
  const commands = injections.map(({ command }) => command.replaceAll('\r\n', '\n'));
  const at = commands.findIndex((command) => control.test(command));
  if (at < 0) return undefined;
  const shown = commands[at]!.replaceAll(new RegExp(control, 'g'), '\uFFFD');
  const failure = `No shell command in ${run.name ?? 'the skill'} was run, because the Bash tool does not accept one of them: command contains control characters that would be hidden in the approval dialog. Unprintable characters are shown as \uFFFD below: remove them from the skill or command file, or from the arguments or options substituted into it.\n${shown}`;
  return injections.map((_, index) =>
    index === at ? { ...nothing, status: 'blocked', failure } : { ...nothing, status: 'not-run' },
  );
}

const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

function refused(injection: RenderedInjection, { checked, permissions }: InjectionRun): CommandOutcome | undefined {
  return checked ? refusalOf(injection, checkCommand(injection.command, permissions)) : undefined;
}

/** The outcome of a command on which Claude Code has decided; undefined if it runs. */
export function refusalOf(
  { command, pattern }: RenderedInjection,
  verdict: CommandVerdict,
): CommandOutcome | undefined {
  if (verdict.allowed !== false) return undefined;
  const failure = `Shell command permission check failed for pattern "${pattern}": ${verdict.message}`;
  return { ...nothing, status: 'blocked', failure, reached: refusalOrder(command, verdict.message) };
}

function runCommand(command: string, { shell, permissions, session, signal }: InjectionRun): Promise<ShellResult> {
  return shell.run({
    command: wrapCommand(command, permissions.folder, permissions.runtime),
    folder: permissions.folder,
    environment: variablesOf(permissions, session),
    timeout,
    outputLimit: bytesKept,
    signal,
  });
}

/** Whether a command calls a program that Claude Code's shell has as a function of its own, and that is missing here. */
async function lacksProvided(command: string, { shell, permissions, signal }: InjectionRun): Promise<boolean> {
  const { parts, hiddenParts } = readShellCommand(command);
  const named = [...parts, ...hiddenParts].map(({ words: [program = ''] }) => program);
  const provided = PROVIDED_PROGRAMS.filter((program) => named.includes(program));
  for (const program of provided) {
    const { folder } = permissions;
    const asked = { command: `type -P ${program}`, folder, environment: {}, timeout, outputLimit: bytesKept, signal };
    const { end, exitCode } = await shell.run(asked);
    if (end === 'exited' && exitCode !== 0) return true;
  }
  return false;
}

/**
 * The environment variables that Claude Code sets for its commands. They include neither the skill's folder nor the
 * arguments.
 */
function variablesOf({ runtime }: CommandPermissions, session: RenderSession): Readonly<Record<string, string>> {
  const always = { CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', GIT_EDITOR: 'true' };
  if (!capabilities(runtime).tellsCommandsOfSession) return always;
  return { ...always, CLAUDE_CODE_SESSION_ID: session.sessionId, CLAUDE_EFFORT: session.effort };
}

function outcomeOf(injection: RenderedInjection, result: ShellResult, run: InjectionRun): CommandOutcome {
  const { permissions, variable } = run;
  const { output, movedTo } = readRun(result.output);
  const { exitCode, ms, end } = result;
  const limit = outputLimit(variable('BASH_MAX_OUTPUT_LENGTH'), permissions.runtime);
  const failed = (failure: string): CommandOutcome => ({
    status: 'failed',
    output: '',
    failure,
    exitCode,
    ms,
    reached: afterRefusals,
  });
  if (end === 'not-started') return failed(`[Error]\n${result.problem ?? ''}`);
  if (end === 'cancelled') {
    return failed(`Shell command interrupted for pattern "${injection.pattern}": [Command interrupted]`);
  }
  // Claude Code lets such a command continue in the background; here it is stopped.
  if (end === 'timed-out') return failed(`${injection.pattern} did not finish within two minutes and was stopped`);
  if (isFailure(injection.command, exitCode ?? 1, permissions.runtime)) {
    const wrote = firstBytes(output, limit).trim();
    const said = wrote === '' ? '' : `[stderr]\n${wrote}`;
    return failed(`Shell command failed for pattern "${injection.pattern}": ${said}`);
  }
  const notice = hasMoved(movedTo, permissions) ? `Shell cwd was reset to ${permissions.folder}` : undefined;
  const shaped = shapeOutput(output, limit, notice, permissions.runtime);
  return { status: 'ok', output: shaped, failure: undefined, exitCode, ms };
}
