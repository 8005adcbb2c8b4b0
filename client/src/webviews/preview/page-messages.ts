import type { PreviewPageCommand } from '../../preview/page/preview-messages.ts';
import { button } from '../elements.ts';
import { pageMessage } from '../page-message.ts';

/** Runs a command of the extension. */
type RunCommand = (command: PreviewPageCommand) => void;

/** There is nothing to preview, which is not a failure. */
export function missingPreview(title: string, advice: string, run: RunCommand): readonly HTMLElement[] {
  return pageMessage(title, advice, [button('Choose a Skill…', () => run('choose'), 'primary')]);
}

export function failedPreview(reason: string, run: RunCommand): readonly HTMLElement[] {
  return pageMessage('The preview cannot be shown because the language server did not respond.', reason, [
    button('Restart', () => run('restartServer'), 'primary'),
    button('Show Output', () => run('showOutput')),
  ]);
}
