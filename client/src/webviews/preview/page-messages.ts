import type { PreviewPageCommand } from '../../views/preview/page/preview-messages.ts';
import { button, html } from '../elements.ts';

/** Runs a command of the extension. */
type RunCommand = (command: PreviewPageCommand) => void;

/** There is nothing to preview, which is not a failure. */
export function missingPreview(title: string, advice: string, run: RunCommand): readonly HTMLElement[] {
  return message(title, advice, [button('Choose a Skill…', () => run('choose'), 'primary')]);
}

export function failedPreview(reason: string, run: RunCommand): readonly HTMLElement[] {
  return message('The preview cannot be shown because the language server did not respond.', reason, [
    button('Restart', () => run('restartServer'), 'primary'),
    button('Show Output', () => run('showOutput')),
  ]);
}

function message(title: string, advice: string, buttons: readonly HTMLElement[]): readonly HTMLElement[] {
  const content = html(
    'div',
    { class: 'nothing', role: 'alert' },
    html('p', { class: 'title' }, title),
    html('p', { class: 'hint' }, advice),
  );
  return [content, html('div', { class: 'buttons' }, ...buttons)];
}
