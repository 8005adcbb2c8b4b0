import type { InvocationPreview } from '../../../../server/src/protocol.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import type { ArgumentHistory } from './arguments/argument-history.ts';
import type { ConsentedCommands } from './commands/consented-commands.ts';
import type { PreviewDocuments } from './documents/preview-documents.ts';
import type { PreviewPanel, PreviewTarget } from './preview-panel.ts';
import type { PreviewPanels } from './preview-panels.ts';

/** The parts of the extension that the commands on previews work with. */
export interface PreviewActions {
  readonly skills: SkillActions;
  readonly panels: PreviewPanels;
  readonly documents: PreviewDocuments;
  readonly history: ArgumentHistory;
  readonly consented: ConsentedCommands;
}

/** A preview that shows a text. */
export interface ShownPreview {
  readonly panel: PreviewPanel;
  readonly target: PreviewTarget;
  readonly preview: InvocationPreview;
}

/** Acts on the preview that was active last. Shows an error message if it fails. */
export function withPreview(
  { skills, panels }: PreviewActions,
  failure: string,
  work: (shown: ShownPreview) => Promise<void>,
): Promise<void> {
  return withErrorMessage(skills, failure, async () => {
    const panel = panels.current;
    if (!panel?.target || !panel.preview) throw new Error('no skill preview is open');
    await work({ panel, target: panel.target, preview: panel.preview });
  });
}
