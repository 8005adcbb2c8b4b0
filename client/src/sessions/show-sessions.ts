import { Disposable } from 'vscode';
import { registerCommand } from '../contributions/register-command.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { SkillChoice } from '../skills/skill-choice.ts';
import { chooseSession } from './choose-session.ts';
import type { Sessions } from './create-sessions.ts';

/** "Show Past Sessions of This Skill" and "Show Past Session…". */
export function registerPastSessions(
  server: LanguageServer,
  choice: SkillChoice,
  failures: FailureReporter,
  { past, panels }: Sessions,
): Disposable {
  return Disposable.from(
    registerCommand('showSkillSessions', (argument?: unknown) =>
      failures.guard('Could not show past sessions', async () => {
        const skill = await choice.skill(argument, 'Select the skill whose past sessions to show');
        if (skill && (await past.allow())) panels.open({ kind: 'skill', id: skill.id, name: skill.name });
      }),
    ),
    registerCommand('showSession', (argument?: unknown) =>
      failures.guard('Could not show the session', async () => {
        if (!(await past.allow())) return;
        const id = sessionOf(argument) ?? (await chooseSession(server, 'Select a session to show'));
        if (id !== undefined) panels.open({ kind: 'session', id });
      }),
    ),
  );
}

/** A session by its ID: the argument of our own commands. */
function sessionOf(argument: unknown): string | undefined {
  const { session } = (argument ?? {}) as { readonly session?: unknown };
  return typeof session === 'string' ? session : undefined;
}
