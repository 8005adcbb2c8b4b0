import { commands, type Disposable } from 'vscode';
import { chooseArguments } from '../views/preview/choose-arguments.ts';
import { type PreviewActions, withPreview } from '../views/preview/preview-actions.ts';

/** "Skillwright: Choose Earlier Arguments…" */
export function registerPreviewChooseArguments(actions: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewChooseArguments', () =>
    withPreview(actions, 'The arguments could not be chosen', async ({ panel, target }) => {
      panel.remember();
      const earlier = actions.history.of(target.uri.toString());
      const chosen = await chooseArguments('Earlier Arguments', earlier);
      if (chosen === undefined) return;
      panel.setArguments(chosen);
      panel.focus();
    }),
  );
}
