import { Disposable, env, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import { hasFlag } from '../node-flags.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Copy Invocation" and "Copy Path": what they copy to the clipboard. */
export function registerCopyInvocationAndPath(choice: SkillChoice, failures: FailureReporter): Disposable {
  return Disposable.from(
    registerCommand('copyInvocation', (argument?: unknown) =>
      failures.guard('Could not copy the invocation', () => copyInvocation(choice, argument)),
    ),
    registerCommand('copyPath', (argument?: unknown) =>
      failures.guard('Could not copy the path', () => copyPath(choice, argument)),
    ),
  );
}

async function copyInvocation(choice: SkillChoice, argument: unknown): Promise<void> {
  const skill = await choice.skill(argument, 'Select a skill to copy its invocation', (node) =>
    hasFlag(node, 'invocable'),
  );
  if (!skill) return;
  await env.clipboard.writeText(skill.invocation);
  window.setStatusBarMessage(`Copied: ${skill.invocation}`, 3_000);
}

/** In the view, also copies the path of a skill's files and of folders of skills. */
async function copyPath(choice: SkillChoice, argument: unknown): Promise<void> {
  const uri = await choice.uri(argument, 'Select a skill to copy its path');
  if (uri) await env.clipboard.writeText(uri.fsPath);
}
