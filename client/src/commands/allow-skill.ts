import { commands, type Disposable, Uri, window, workspace } from 'vscode';
import { changeSettings } from '../skills/changes/change-settings.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';
import { messageText } from '../text/displayed-text.ts';

/** "Always Allow Skill": Claude then loads it without asking. */
export function registerAllowSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.allowSkill', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not change the settings', () => allowSkill(actions, argument)),
  );
}

async function allowSkill(actions: SkillActions, argument: unknown): Promise<void> {
  const skill = await chooseSkill(argument, actions, 'Select a skill to allow');
  if (!skill) return;
  const proposed = await askForEdit();
  const file = workspace.asRelativePath(Uri.parse(proposed.uri));
  if (proposed.edits.length === 0) {
    void window.showInformationMessage(messageText(`${file} already allows ${proposed.rule}`));
    return;
  }
  const add = 'Always Allow';
  const question = `Let Claude use ${skill.name} without asking?`;
  const detail = `Adds the rule ${proposed.rule} to permissions.allow in ${file}.`;
  if ((await window.showWarningMessage(question, { modal: true, detail }, add)) !== add) return;
  // Requested again: the file may have changed while the user was reading.
  const edit = await askForEdit();
  if (edit.edits.length > 0) {
    actions.history.record(await changeSettings(edit, `permission for ${skill.name}`));
  }
  await actions.view.reload();

  async function askForEdit() {
    const found = await actions.server.request('skillwright/allowSkill', { skill: skill!.id });
    if (!found) throw new Error('the skill no longer exists');
    return found;
  }
}
