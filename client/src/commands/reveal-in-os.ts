import { commands, type Disposable, Uri } from 'vscode';
import { locatedUri } from '../skills/choose-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Reveal in File Manager" */
export function registerRevealInOs(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.revealInOs', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not reveal the skill', async () => {
      const uri = await locatedUri(argument, actions, 'Select a skill to reveal');
      if (uri !== undefined) await commands.executeCommand('revealFileInOS', Uri.parse(uri));
    }),
  );
}
