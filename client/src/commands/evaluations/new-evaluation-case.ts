import { Disposable, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { createCase } from '../../skills/create-case.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import type { PastSessions } from '../../views/sessions/past-sessions.ts';
import { chooseSession } from '../claude-code/past-sessions.ts';

/** "New Evaluation Case…" and "New Evaluation Case from Past Session…", for a skill. */
export function registerNewEvaluationCase(actions: SkillActions, past: PastSessions): Disposable {
  return Disposable.from(
    registerCommand('newEvaluationCase', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not create the case', () => fromPrompt(actions, argument)),
    ),
    registerCommand('newEvaluationCaseFromSession', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not create the case', () => fromSession(actions, past, argument)),
    ),
  );
}

async function fromPrompt(actions: SkillActions, argument: unknown): Promise<void> {
  const skill = await chooseSkill(argument, actions, 'Select a skill to evaluate');
  if (!skill) return;
  const title = `New Evaluation Case for ${skill.baseName}`;
  const prompt = await window.showInputBox({
    title: `${title} (1/3)`,
    prompt: 'What does the user ask?',
    placeHolder: 'For example, review the changes on this branch',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'Enter what the user asks' : undefined),
  });
  if (prompt !== undefined) await createCase(actions, { uri: skill.uri, prompt }, title, 1);
}

async function fromSession(actions: SkillActions, past: PastSessions, argument: unknown): Promise<void> {
  const skill = await chooseSkill(argument, actions, 'Select a skill to evaluate');
  if (!skill || !(await past.allow())) return;
  const session = await chooseSession(actions, `Select a session that has used ${skill.baseName}`, skill);
  if (session === undefined) return;
  await createCase(actions, { uri: skill.uri, session }, `New Evaluation Case for ${skill.baseName}`);
}
