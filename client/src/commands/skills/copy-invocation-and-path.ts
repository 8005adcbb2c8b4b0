import { Disposable, env, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseSkill, chooseUri } from '../../skills/choose-skill.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { type SkillActions, type SkillChoice, withErrorMessage } from '../../skills/skill-actions.ts';

/** "Copy Invocation" and "Copy Path": what they copy to the clipboard. */
export function registerCopyInvocationAndPath(actions: SkillActions): Disposable {
  return Disposable.from(
    registerCommand('copyInvocation', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not copy the invocation', () => copyInvocation(actions, argument)),
    ),
    registerCommand('copyPath', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not copy the path', () => copyPath(actions, argument)),
    ),
  );
}

async function copyInvocation(actions: SkillChoice, argument: unknown): Promise<void> {
  const skill = await chooseSkill(argument, actions, 'Select a skill to copy its invocation', (node) =>
    hasFlag(node, 'invocable'),
  );
  if (!skill) return;
  await env.clipboard.writeText(skill.invocation);
  window.setStatusBarMessage(`Copied: ${skill.invocation}`, 3_000);
}

/** In the view, also copies the path of a skill's files and of folders of skills. */
async function copyPath(actions: SkillChoice, argument: unknown): Promise<void> {
  const uri = await chooseUri(argument, actions, 'Select a skill to copy its path');
  if (uri) await env.clipboard.writeText(uri.fsPath);
}
