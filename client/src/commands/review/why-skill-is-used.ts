import type { Disposable } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import type { AnswerPanel } from '../../views/answers/answer-panel.ts';

/** "Why Is This Skill Used, or Not?". */
export function registerWhySkillIsUsed(actions: SkillActions, panel: AnswerPanel): Disposable {
  return registerCommand('whyUsed', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not answer the question', async () => {
      const skill = await chooseSkill(argument, actions, 'Select the skill that is used too rarely or too often');
      if (!skill) return;
      panel.show({
        title: `Why is ${skill.name} used, or not?`,
        ask: (request) =>
          actions.server.request('skillwright/why', { skill: skill.id, ...(request !== undefined && { request }) }),
        asksForRequest: true,
        gone: 'The skill no longer exists.',
      });
    }),
  );
}
