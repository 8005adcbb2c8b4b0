import { commands, type Disposable } from 'vscode';
import type { PreviewActions } from '../views/preview/preview-actions.ts';

/** "Skillwright: Lock Preview to Its Skill": it no longer follows the editor. */
export function registerPreviewLock({ panels }: PreviewActions): Disposable {
  return commands.registerCommand('skillwright.previewLock', () => {
    if (panels.current) panels.current.locked = true;
  });
}
