import { nodeShell } from '../../platform/node/node-shell.ts';
import { withControlCharacter } from '../../runtime/commands/run-injections.ts';
import { type PreparedInvocation, runInvocation } from '../../runtime/invocation/prepare-invocation.ts';
import { checkCommand } from '../../runtime/permissions/check-command.ts';
import { isChangedFromFile } from '../../runtime/render/rendered-injections.ts';
import type { CommandOutcome, RenderedInjection, Rendering } from '../../runtime/render/rendering.ts';
import { type TerminalUser, userAtTerminal } from '../terminal/terminal-user.ts';
import { askAboutCommands } from './ask-about-commands.ts';

/** How `--run-shell` runs the commands of a text. */
interface CommandsRun {
  readonly variable: (name: string) => string | undefined;
  /** Whether commands that arguments changed may run without asking. */
  readonly trustsArguments: boolean;
  /** The user who can be asked about them. */
  readonly user?: TerminalUser | undefined;
}

/**
 * Runs the commands of a text as far as Claude Code would. `--run-shell` is consent to the file itself: a command that
 * differs from the file also needs `--trust-arguments` or a user who has read it.
 */
export async function runCommands(
  rendering: Rendering,
  invocation: PreparedInvocation,
  run: CommandsRun,
): Promise<readonly CommandOutcome[]> {
  const mayRun = await permitted(rendering, invocation, run);
  const { variable } = run;
  const how = { shell: nodeShell, checked: true, mayRun, variable, signal: undefined };
  const outcomes = await runInvocation(rendering, invocation, how);
  return outcomes.map((outcome, index) => {
    const isHeld = outcome.status === 'not-run' && rendering.injections[index]!.origin === 'argument';
    return isHeld ? { ...outcome, status: 'blocked' } : outcome;
  });
}

/** Which commands may run. */
async function permitted(
  rendering: Rendering,
  invocation: PreparedInvocation,
  run: CommandsRun,
): Promise<(injection: RenderedInjection) => boolean> {
  if (run.trustsArguments) return () => true;
  const isFromFile = (injection: RenderedInjection) => !isChangedFromFile(injection);
  const changed = rendering.injections.filter(isChangedFromFile);
  const user = 'user' in run ? run.user : userAtTerminal();
  if (changed.length === 0 || !user || withControlCharacter(rendering, invocation)) return isFromFile;
  // A command that Claude Code would not run is never run, whatever the answer.
  const asked = changed.filter(({ command }) => checkCommand(command, invocation.permissions).allowed !== false);
  const agreed = await askAboutCommands(asked, user);
  return (injection) => isFromFile(injection) || agreed.has(injection.command);
}
