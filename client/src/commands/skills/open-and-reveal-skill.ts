import { commands, Disposable, Uri, ViewColumn, workspace } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseOtherSkill, chooseUri, nodeOf } from '../../skills/choose-skill.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { type SkillActions, type SkillChoice, withErrorMessage } from '../../skills/skill-actions.ts';
import { pathFromHome } from '../../text/path-from-home.ts';

/** "Open Skill", "Open Skill to the Side", "Reveal in Explorer View" and "Reveal in File Manager". */
export function registerOpenAndRevealSkill(actions: SkillActions): Disposable {
  return Disposable.from(
    registerCommand('openSkill', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not open the skill', () => openSkill(actions, argument)),
    ),
    registerCommand('openSkillToSide', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not open the skill', () => openToSide(actions, argument)),
    ),
    registerCommand('revealInExplorer', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not reveal the skill', () => revealInExplorer(actions, argument)),
    ),
    registerCommand('revealInOs', (argument?: unknown) =>
      withErrorMessage(actions, 'Could not reveal the skill', () => revealInFileManager(actions, argument)),
    ),
  );
}

async function openSkill(actions: SkillChoice, argument: unknown): Promise<void> {
  const skill = await chooseOtherSkill(argument, actions, 'Select a skill to open');
  if (skill) await commands.executeCommand('vscode.open', Uri.parse(skill.uri));
}

/** In the view, also opens other files of a skill. */
async function openToSide(actions: SkillChoice, argument: unknown): Promise<void> {
  const node = nodeOf(argument, actions);
  const uri =
    node && hasFlag(node, 'openable')
      ? node.uri
      : (await chooseOtherSkill(argument, actions, 'Select a skill to open to the side'))?.uri;
  if (uri !== undefined) await commands.executeCommand('vscode.open', Uri.parse(uri), ViewColumn.Beside);
}

async function revealInExplorer(actions: SkillChoice, argument: unknown): Promise<void> {
  const uri = await chooseUri(argument, actions, 'Select a skill to reveal');
  if (!uri) return;
  if (!workspace.getWorkspaceFolder(uri)) throw new Error(`${pathFromHome(uri)} is not in a folder of this workspace`);
  await commands.executeCommand('revealInExplorer', uri);
}

async function revealInFileManager(actions: SkillChoice, argument: unknown): Promise<void> {
  const uri = await chooseUri(argument, actions, 'Select a skill to reveal');
  if (uri) await commands.executeCommand('revealFileInOS', uri);
}
