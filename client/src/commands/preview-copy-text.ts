import { commands, type Disposable, env, l10n, window } from 'vscode';
import { type PreviewActions, withPreview } from '../views/preview/preview-actions.ts';

/** "Skillwright: Copy Text of Preview" */
export function registerPreviewCopyText(actions: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewCopyText', () =>
    withPreview(actions, l10n.t('The text could not be copied'), async ({ panel, preview }) => {
      panel.remember();
      await env.clipboard.writeText(preview.text);
      window.setStatusBarMessage(l10n.t('Copied: what {0} sends', preview.invocation), 3_000);
    }),
  );
}
