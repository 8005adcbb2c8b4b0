import { commands, type Disposable } from 'vscode';
import { chooseDestination } from '../skills/choose-destination.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { isElsewhere, putSkill } from '../skills/put-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Copy Skill To…" */
export function registerCopySkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.copySkill', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not copy the skill', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to copy');
      if (!skill) return;
      const question = `Where do you want to copy ${skill.baseName} to?`;
      const elsewhere = isElsewhere(skill);
      const destination = await chooseDestination(actions, { skill: skill.id }, question, elsewhere);
      if (destination) await putSkill(actions, skill, destination, 'copy');
    }),
  );
}
