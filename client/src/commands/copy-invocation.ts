import { commands, type Disposable, env, window } from 'vscode';
import { chooseSkill } from '../skills/choose-skill.ts';
import { hasWord } from '../skills/node-words.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Copy Invocation" */
export function registerCopyInvocation(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.copyInvocation', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not copy the invocation', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to copy its invocation', (node) =>
        hasWord(node, 'invocable'),
      );
      if (!skill) return;
      await env.clipboard.writeText(skill.invocation);
      window.setStatusBarMessage(`Copied: ${skill.invocation}`, 3_000);
    }),
  );
}
