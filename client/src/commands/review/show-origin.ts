import type { Disposable } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import type { AnswerPanel } from '../../views/answers/answer-panel.ts';

/** "Show Origin": where a skill was installed from, and what differs here, in a copy and in the source. Writes nothing. */
export function registerShowOrigin(actions: SkillActions, panel: AnswerPanel): Disposable {
  return registerCommand('showOrigin', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not show the origin', async () => {
      const skill = await chooseSkill(argument, actions, 'Select the skill whose origin to show');
      if (!skill) return;
      panel.show({
        title: `Origin of ${skill.name}`,
        async ask() {
          const answer = await actions.server.request('skillwright/origin', { skill: skill.id });
          return answer && [answer];
        },
        gone: 'The skill no longer exists.',
      });
    }),
  );
}
