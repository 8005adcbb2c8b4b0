import { type Disposable, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import { commandId } from '../contributions/command-id.ts';
import { labelText } from '../text/displayed-text.ts';

/** How long the offer is shown, in milliseconds. */
const duration = 20_000;

/**
 * Says in the status bar what has just been changed, with Undo at a click. Not a notification: what the user did has
 * worked.
 */
export class UndoOffer implements Disposable {
  #item: StatusBarItem | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param done what was done, such as "Moved review to User" */
  show(done: string): void {
    this.hide();
    const item = window.createStatusBarItem('skillwright.undoOffer', StatusBarAlignment.Left, -100);
    item.name = 'Skill Changes';
    item.text = `${labelText(done)} · $(discard) Undo`;
    item.tooltip = 'Undo this change. Ctrl+Z in the Skills view does the same';
    item.accessibilityInformation = { label: `${done}. Undo`, role: 'button' };
    item.command = commandId('undo');
    item.show();
    this.#item = item;
    this.#timer = setTimeout(() => this.hide(), duration);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#item?.dispose();
    this.#item = undefined;
  }

  dispose(): void {
    this.hide();
  }
}
