import { commands, type Disposable } from 'vscode';
import { chooseSkill } from '../skills/choose-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';
import type { WhyPanel } from '../views/why/why-panel.ts';

/** "Skillwright: Why Isn’t This Skill Used?" */
export function registerWhyUnused(actions: SkillActions, panel: WhyPanel): Disposable {
  return commands.registerCommand('skillwright.whyUnused', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not answer the question', async () => {
      const skill = await chooseSkill(argument, actions, 'Select the skill that is not used');
      if (skill) panel.show(skill, 'unused');
    }),
  );
}
