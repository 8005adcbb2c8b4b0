import { commands, type Disposable, l10n, Uri, window, workspace } from 'vscode';
import { messageText } from '../shown-words.ts';
import { changeSettings } from '../skills/change-settings.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Always Allow Skill": Claude loads it without asking from then on. */
export function registerAllowSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.allowSkill', (argument?: unknown) =>
    orSayWhyNot(actions, l10n.t('The settings could not be changed'), () => allowSkill(actions, argument)),
  );
}

async function allowSkill(actions: SkillActions, argument: unknown): Promise<void> {
  const skill = await chooseSkill(argument, actions, l10n.t('Skill to allow'));
  if (!skill) return;
  const proposed = await askForEdit();
  const file = workspace.asRelativePath(Uri.parse(proposed.uri));
  if (proposed.edits.length === 0) {
    void window.showInformationMessage(messageText(l10n.t('{0} allows {1} already', file, proposed.rule)));
    return;
  }
  const add = l10n.t('Always Allow');
  const question = l10n.t('Let Claude use {0} without asking?', skill.name);
  const detail = l10n.t('Adds the rule {0} to permissions.allow in {1}.', proposed.rule, file);
  if ((await window.showWarningMessage(question, { modal: true, detail }, add)) !== add) return;
  // Asked again: the file may have changed while the person was reading.
  const edit = await askForEdit();
  if (edit.edits.length > 0) {
    actions.history.record(await changeSettings(edit, l10n.t('the permission of {0}', skill.name)));
  }
  await actions.view.reload();

  async function askForEdit() {
    const found = await actions.server.request('skillwright/allowSkill', { skill: skill!.id });
    if (!found) throw new Error(l10n.t('the skill is no longer there'));
    return found;
  }
}
