import { commands, type Disposable, l10n, Uri, workspace } from 'vscode';
import { locatedUri } from '../skills/choose-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Reveal in Explorer View" */
export function registerRevealInExplorer(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.revealInExplorer', (argument?: unknown) =>
    orSayWhyNot(actions, l10n.t('The skill could not be revealed'), async () => {
      const text = await locatedUri(argument, actions, l10n.t('Skill to reveal'));
      if (text === undefined) return;
      const uri = Uri.parse(text);
      if (!workspace.getWorkspaceFolder(uri)) throw new Error(l10n.t('{0} is in no folder of this window', uri.fsPath));
      await commands.executeCommand('revealInExplorer', uri);
    }),
  );
}
