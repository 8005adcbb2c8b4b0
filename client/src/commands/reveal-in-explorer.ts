import { commands, type Disposable, Uri, workspace } from 'vscode';
import { locatedUri } from '../skills/choose-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Reveal in Explorer View" */
export function registerRevealInExplorer(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.revealInExplorer', (argument?: unknown) =>
    orSayWhyNot(actions, 'The skill could not be revealed', async () => {
      const text = await locatedUri(argument, actions, 'Skill to reveal');
      if (text === undefined) return;
      const uri = Uri.parse(text);
      if (!workspace.getWorkspaceFolder(uri)) throw new Error(`${uri.fsPath} is in no folder of this window`);
      await commands.executeCommand('revealInExplorer', uri);
    }),
  );
}
