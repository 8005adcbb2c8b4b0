import { commands, type Disposable, env, window } from 'vscode';
import { type PreviewActions, withPreview } from '../views/preview/preview-actions.ts';

/** "Skillwright: Copy Invocation with Arguments": what a person types to get what the preview shows. */
export function registerPreviewCopyInvocation(actions: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewCopyInvocation', () =>
    withPreview(actions, 'Could not copy the invocation', async ({ panel, target, preview }) => {
      panel.remember();
      const typed = target.arguments === '' ? preview.invocation : `${preview.invocation} ${target.arguments}`;
      await env.clipboard.writeText(typed);
      window.setStatusBarMessage(`Copied: ${typed}`, 3_000);
    }),
  );
}
