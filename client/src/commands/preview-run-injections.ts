import { commands, type Disposable } from 'vscode';
import { type PreviewActions, withPreview } from '../views/preview/preview-actions.ts';
import { runInjections } from '../views/preview/run-injections.ts';

/** "Skillwright: Run Commands of Preview…": those of the skill that Claude Code would run, after consent. */
export function registerPreviewRunInjections(actions: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewRunInjections', () =>
    withPreview(actions, 'Could not run the commands', async ({ panel, preview }) => {
      const injections = preview.injections.filter(
        ({ origin, permission }) => origin !== 'argument' && permission !== 'refused',
      );
      if (injections.length === 0) throw new Error('the skill has no commands that Claude Code would run');
      await runInjections(panel, injections, actions.consented);
    }),
  );
}
