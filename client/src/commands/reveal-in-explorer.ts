import { commands, type Disposable, Uri, workspace } from 'vscode';
import { locatedUri } from '../skills/choose-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Reveal in Explorer View" */
export function registerRevealInExplorer(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.revealInExplorer', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not reveal the skill', async () => {
      const text = await locatedUri(argument, actions, 'Select a skill to reveal');
      if (text === undefined) return;
      const uri = Uri.parse(text);
      if (!workspace.getWorkspaceFolder(uri)) throw new Error(`${uri.fsPath} is not in a folder of this workspace`);
      await commands.executeCommand('revealInExplorer', uri);
    }),
  );
}
