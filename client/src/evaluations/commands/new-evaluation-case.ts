import { Disposable, window } from 'vscode';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { chooseSession } from '../../sessions/choose-session.ts';
import type { PastSessions } from '../../sessions/past-sessions.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { createCase } from '../create-case.ts';

/** "New Evaluation Case…" and "New Evaluation Case from Past Session…", for a skill. */
export function registerNewEvaluationCase(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
  past: PastSessions,
): Disposable {
  return Disposable.from(
    registerCommand('newEvaluationCase', (argument?: unknown) =>
      failures.guard('Could not create the case', async () => {
        const skill = await choice.skill(argument, 'Select a skill to evaluate');
        if (!skill) return;
        const title = `New Evaluation Case for ${skill.baseName}`;
        const prompt = await askPrompt(`${title} (1/3)`);
        if (prompt !== undefined) await createCase(server, changes, { uri: skill.uri, prompt }, title, 1);
      }),
    ),
    registerCommand('newEvaluationCaseFromSession', (argument?: unknown) =>
      failures.guard('Could not create the case', async () => {
        const skill = await choice.skill(argument, 'Select a skill to evaluate');
        if (!skill || !(await past.allow())) return;
        const session = await chooseSession(server, `Select a session that has used ${skill.baseName}`, skill);
        if (session === undefined) return;
        await createCase(server, changes, { uri: skill.uri, session }, `New Evaluation Case for ${skill.baseName}`);
      }),
    ),
  );
}

function askPrompt(title: string): Thenable<string | undefined> {
  return window.showInputBox({
    title,
    prompt: 'What does the user ask?',
    placeHolder: 'For example, review the changes on this branch',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'Enter what the user asks' : undefined),
  });
}
