import { commands, Disposable } from 'vscode';
import type { SkillInfo } from '../../../server/src/protocol.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { hasFlag } from '../skills/node-flags.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';
import type { WhyPanel, WhyQuestion } from '../views/why/why-panel.ts';

/** "Why Isn’t This Skill Used?" and "Why Is This Skill Used Too Often?". */
export function registerWhySkillIsUsed(actions: SkillActions, panel: WhyPanel): Disposable {
  const question = ({ id, name }: SkillInfo, kind: 'unused' | 'overused'): WhyQuestion => ({
    title: kind === 'unused' ? `Why isn’t ${name} used?` : `Why is ${name} used?`,
    ask: () =>
      actions.server.request(kind === 'unused' ? 'skillwright/whyUnused' : 'skillwright/whyOverused', { skill: id }),
    gone: 'The skill no longer exists.',
  });
  return Disposable.from(
    commands.registerCommand('skillwright.whyUnused', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not answer the question', async () => {
        const skill = await chooseSkill(argument, actions, 'Select the skill that is not used');
        if (skill) panel.show(question(skill, 'unused'));
      }),
    ),
    commands.registerCommand('skillwright.whyOverused', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not answer the question', async () => {
        const skill = await chooseSkill(argument, actions, 'Select the skill that is used too often', (node) =>
          hasFlag(node, 'listed'),
        );
        if (skill) panel.show(question(skill, 'overused'));
      }),
    ),
  );
}
