import { commands, type Disposable } from 'vscode';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Undo Last Change of Skills": of those made from the view. */
export function registerUndo(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.undo', async () => {
    await orSayWhyNot(actions, 'Could not undo the change', () => actions.history.undoLast());
    await actions.view.reload();
  });
}
