import { nodeShell } from '../platform/node/node-shell.ts';
import { type InjectionRun, runInjections, withControlCharacter } from '../runtime/commands/run-injections.ts';
import type { CommandPermissions } from '../runtime/permissions/check-command.ts';
import { checkCommand } from '../runtime/permissions/check-command.ts';
import type { RenderSession } from '../runtime/render/renderable-skill.ts';
import { isChangedFromFile } from '../runtime/render/rendered-injections.ts';
import type { CommandOutcome, RenderedInjection, Rendering } from '../runtime/render/rendering.ts';
import { askAboutCommands } from './ask-about-commands.ts';
import { type Person, personAtTerminal } from './person.ts';

/** How `--run-shell` runs the commands of a text. */
export interface CommandsRun {
  readonly permissions: CommandPermissions;
  readonly session: RenderSession;
  readonly variable: (name: string) => string | undefined;
  /** As in `/greet`. */
  readonly name: string;
  /** Whether commands may run that arguments changed, without a question. */
  readonly trustsArguments: boolean;
  /** Who can be asked about them. */
  readonly person?: Person | undefined;
}

/**
 * Runs the commands of a text as far as Claude Code would. Whoever writes `--run-shell` knows the file: a command that
 * is other than the file says needs more than that, `--trust-arguments` or a person who has read it.
 */
export async function runCommands(rendering: Rendering, run: CommandsRun): Promise<readonly CommandOutcome[]> {
  const mayRun = await permitted(rendering, run);
  const { permissions, session, variable, name } = run;
  const how: InjectionRun = {
    shell: nodeShell,
    permissions,
    checked: true,
    session,
    mayRun,
    variable,
    signal: undefined,
    name,
  };
  const outcomes = await runInjections(rendering, how);
  return outcomes.map((outcome, index) => {
    const isHeld = outcome.status === 'not-run' && rendering.injections[index]!.origin === 'argument';
    return isHeld ? { ...outcome, status: 'blocked' } : outcome;
  });
}

/** Which commands may run. */
async function permitted(rendering: Rendering, run: CommandsRun): Promise<(injection: RenderedInjection) => boolean> {
  if (run.trustsArguments) return () => true;
  const isFromFile = (injection: RenderedInjection) => !isChangedFromFile(injection);
  const changed = rendering.injections.filter(isChangedFromFile);
  const person = 'person' in run ? run.person : personAtTerminal();
  if (changed.length === 0 || !person || withControlCharacter(rendering, run)) return isFromFile;
  // What Claude Code refuses does not run whatever the answer is.
  const asked = changed.filter(({ command }) => checkCommand(command, run.permissions).allowed !== false);
  const agreed = await askAboutCommands(asked, person);
  return (injection) => isFromFile(injection) || agreed.has(injection.command);
}
