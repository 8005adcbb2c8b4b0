import { commands, type Disposable } from 'vscode';
import { chooseSkill } from '../skills/choose-skill.ts';
import { hasWord } from '../skills/node-words.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';
import type { WhyPanel } from '../views/why/why-panel.ts';

/** "Skillwright: Why Is This Skill Used Too Often?" */
export function registerWhyOverused(actions: SkillActions, panel: WhyPanel): Disposable {
  return commands.registerCommand('skillwright.whyOverused', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not answer the question', async () => {
      const skill = await chooseSkill(argument, actions, 'Select the skill that is used too often', (node) =>
        hasWord(node, 'listed'),
      );
      if (skill) panel.show(skill, 'overused');
    }),
  );
}
