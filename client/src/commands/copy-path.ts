import { commands, type Disposable, env, Uri } from 'vscode';
import { locatedUri } from '../skills/choose-skill.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Copy Path"; in the view also for the files of a skill and for folders of skills. */
export function registerCopyPath(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.copyPath', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not copy the path', async () => {
      const uri = await locatedUri(argument, actions, 'Select a skill to copy its path');
      if (uri !== undefined) await env.clipboard.writeText(Uri.parse(uri).fsPath);
    }),
  );
}
