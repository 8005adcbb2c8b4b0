import { commands, type Disposable } from 'vscode';
import { chooseArguments } from '../views/preview/choose-arguments.ts';
import { type PreviewActions, withPreview } from '../views/preview/preview-actions.ts';

/** "Skillwright: Choose Recent Arguments…" */
export function registerPreviewChooseArguments(actions: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewChooseArguments', () =>
    withPreview(actions, 'Could not choose the arguments', async ({ panel, target }) => {
      panel.remember();
      const earlier = actions.history.of(target.uri.toString());
      const chosen = await chooseArguments('Recent Arguments', earlier);
      if (chosen === undefined) return;
      panel.setArguments(chosen);
      panel.focus();
    }),
  );
}
