import type { Disposable } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import type { AnswerPanel } from '../../views/answers/answer-panel.ts';

/** "Show Field Support": the fields of a skill, and what Claude Code and other products do with them. */
export function registerFieldMatrix(actions: SkillActions, panel: AnswerPanel): Disposable {
  return registerCommand('showFieldMatrix', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not show the field support', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill', (node) => hasFlag(node, 'skill'));
      if (!skill) return;
      panel.show({
        title: `Field Support: ${skill.baseName}`,
        async ask() {
          const answer = await actions.server.request('skillwright/fieldMatrix', { uri: skill.uri });
          return answer && [{ ...answer, heading: 'Fields' }];
        },
        gone: 'This file is no longer a skill.',
      });
    }),
  );
}
