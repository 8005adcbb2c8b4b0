import { commands, type Disposable } from 'vscode';
import type { PreviewActions } from '../views/preview/preview-actions.ts';

/** "Skillwright: Let Preview Follow the Editor" */
export function registerPreviewUnlock({ panels }: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewUnlock', () => {
    if (panels.current) panels.current.locked = false;
  });
}
