import { commands, type Disposable } from 'vscode';
import { type PreviewActions, withPreview } from '../views/preview/preview-actions.ts';

/** "Skillwright: Open Text of Preview as Document" */
export function registerPreviewOpenText(actions: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewOpenText', () =>
    withPreview(actions, 'Could not open the text', async ({ panel, target, preview }) => {
      panel.remember();
      const params = { uri: target.uri.toString(), arguments: target.arguments };
      await actions.documents.open(preview.invocation, params);
    }),
  );
}
