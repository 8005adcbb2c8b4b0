import { commands, type Disposable, Uri } from 'vscode';
import { askSkillName, freeName } from '../skills/ask-skill-name.ts';
import { copyItem } from '../skills/change-files.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { confirmOutside } from '../skills/confirm-outside.ts';
import { baseName, childOf, parentOf, uriAfterMove } from '../skills/file-uris.ts';
import { hasFlag } from '../skills/node-flags.ts';
import { siblingNames } from '../skills/sibling-names.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';

/** "Duplicate Skill…": creates a copy next to it, with another name. */
export function registerDuplicateSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.duplicateSkill', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not duplicate the skill', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to duplicate', (node) =>
        hasFlag(node, 'editable'),
      );
      if (!skill) return;
      const taken = await siblingNames(skill);
      const title = `Duplicate ${skill.baseName}`;
      const name = await askSkillName(actions.server, { title, value: freeName(skill.baseName, taken), taken });
      if (name === undefined || !(await confirmOutside(skill.outside === undefined ? [] : [skill.outside]))) return;
      const item = Uri.parse(skill.itemUri);
      const copy = childOf(parentOf(item), name + baseName(item).slice(skill.baseName.length));
      actions.history.record(await copyItem(item, copy));
      const file = uriAfterMove(Uri.parse(skill.uri), item, copy);
      await commands.executeCommand('vscode.open', file);
      await actions.view.reload(file);
    }),
  );
}
