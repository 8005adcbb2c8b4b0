import { commands, type Disposable, Uri } from 'vscode';
import { chooseSkill } from '../skills/choose-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Open Skill" */
export function registerOpenSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.openSkill', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not open the skill', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to open');
      if (skill) await commands.executeCommand('vscode.open', Uri.parse(skill.uri));
    }),
  );
}
