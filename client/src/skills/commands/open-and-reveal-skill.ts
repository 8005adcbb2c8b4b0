import { commands, Disposable, Uri, ViewColumn, workspace } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import { pathFromHome } from '../../text/path-from-home.ts';
import { hasFlag } from '../node-flags.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Open Skill", "Open Skill to the Side", "Reveal in Explorer View" and "Reveal in File Manager". */
export function registerOpenAndRevealSkill(choice: SkillChoice, failures: FailureReporter): Disposable {
  return Disposable.from(
    registerCommand('openSkill', (argument?: unknown) =>
      failures.guard('Could not open the skill', () => openSkill(choice, argument)),
    ),
    registerCommand('openSkillToSide', (argument?: unknown) =>
      failures.guard('Could not open the skill', () => openToSide(choice, argument)),
    ),
    registerCommand('revealInExplorer', (argument?: unknown) =>
      failures.guard('Could not reveal the skill', () => revealInExplorer(choice, argument)),
    ),
    registerCommand('revealInOs', (argument?: unknown) =>
      failures.guard('Could not reveal the skill', () => revealInFileManager(choice, argument)),
    ),
  );
}

async function openSkill(choice: SkillChoice, argument: unknown): Promise<void> {
  const skill = await choice.otherSkill(argument, 'Select a skill to open');
  if (skill) await commands.executeCommand('vscode.open', Uri.parse(skill.uri));
}

/** In the view, also opens other files of a skill. */
async function openToSide(choice: SkillChoice, argument: unknown): Promise<void> {
  const node = choice.node(argument);
  const uri =
    node && hasFlag(node, 'openable')
      ? node.uri
      : (await choice.otherSkill(argument, 'Select a skill to open to the side'))?.uri;
  if (uri !== undefined) await commands.executeCommand('vscode.open', Uri.parse(uri), ViewColumn.Beside);
}

async function revealInExplorer(choice: SkillChoice, argument: unknown): Promise<void> {
  const uri = await choice.uri(argument, 'Select a skill to reveal');
  if (!uri) return;
  if (!workspace.getWorkspaceFolder(uri)) throw new Error(`${pathFromHome(uri)} is not in a folder of this workspace`);
  await commands.executeCommand('revealInExplorer', uri);
}

async function revealInFileManager(choice: SkillChoice, argument: unknown): Promise<void> {
  const uri = await choice.uri(argument, 'Select a skill to reveal');
  if (uri) await commands.executeCommand('revealFileInOS', uri);
}
