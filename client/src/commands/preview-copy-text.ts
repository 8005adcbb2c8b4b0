import { commands, type Disposable, env, window } from 'vscode';
import { type PreviewActions, withPreview } from '../views/preview/preview-actions.ts';

/** "Skillwright: Copy Text of Preview" */
export function registerPreviewCopyText(actions: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewCopyText', () =>
    withPreview(actions, 'Could not copy the text', async ({ panel, preview }) => {
      panel.remember();
      await env.clipboard.writeText(preview.text);
      window.setStatusBarMessage(`Copied the text of ${preview.invocation}`, 3_000);
    }),
  );
}
