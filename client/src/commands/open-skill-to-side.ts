import { commands, type Disposable, Uri, ViewColumn } from 'vscode';
import { chooseSkill, nodeOf } from '../skills/choose-skill.ts';
import { hasWord } from '../skills/node-words.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Open Skill to the Side"; in the view also for the files of a skill. */
export function registerOpenSkillToSide(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.openSkillToSide', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not open the skill', async () => {
      const node = nodeOf(argument, actions);
      const uri =
        node && hasWord(node, 'openable')
          ? node.uri
          : (await chooseSkill(argument, actions, 'Select a skill to open to the side'))?.uri;
      if (uri !== undefined) await commands.executeCommand('vscode.open', Uri.parse(uri), ViewColumn.Beside);
    }),
  );
}
