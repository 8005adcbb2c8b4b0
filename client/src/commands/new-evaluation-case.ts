import { commands, type Disposable, window } from 'vscode';
import { chooseSkill } from '../skills/choose-skill.ts';
import { createCase } from '../skills/create-case.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';

/** "New Evaluation Case…", for a skill. */
export function registerNewEvaluationCase(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.newEvaluationCase', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not create the case', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to evaluate');
      if (!skill) return;
      const title = `New Evaluation Case for ${skill.baseName}`;
      const prompt = await window.showInputBox({
        title,
        prompt: 'What does the user ask?',
        placeHolder: 'For example, review the changes on this branch',
        ignoreFocusOut: true,
        validateInput: (text) => (text.trim() === '' ? 'Enter what the user asks' : undefined),
      });
      if (prompt !== undefined) await createCase(actions, { uri: skill.uri, prompt }, title);
    }),
  );
}
