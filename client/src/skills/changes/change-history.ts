import { commands, type Disposable, window } from 'vscode';
import { labelText } from '../../text/displayed-text.ts';
import { UndoOffer } from './undo-offer.ts';

/** Number of changes that can be undone. */
const remembered = 20;

/** A change of files that can be undone. */
export interface Change {
  /** The change, such as "moving review". */
  readonly label: string;
  /** Resolves to false if the user cancels; rejects if it is not possible, at least not now. */
  undo(): Promise<boolean>;
}

/** The changes made from the view, so that the last one can be undone. */
export class ChangeHistory implements Disposable {
  readonly #changes: Change[] = [];
  readonly #making = new Set<Promise<unknown>>();
  readonly #offer = new UndoOffer();
  #undoing = false;

  /**
   * Keeps a change once it is made. The views show it a moment earlier, so undo waits for it. Rejects as the change does.
   *
   * @param done what was done, such as "Moved review to User", for changes that are easily made by mistake
   */
  async record(making: Change | Promise<Change>, done?: string): Promise<void> {
    const made = Promise.resolve(making);
    this.#making.add(made);
    this.#showInMenus();
    try {
      this.#changes.push(await made);
    } finally {
      this.#making.delete(made);
      this.#showInMenus();
    }
    this.#changes.splice(0, this.#changes.length - remembered);
    if (done === undefined) this.#offer.hide();
    else this.#offer.show(done);
  }

  /** Undoes the last change. The change is kept until that succeeds, so that undo can be tried again. */
  async undoLast(): Promise<void> {
    if (this.#undoing) return;
    this.#undoing = true;
    try {
      await Promise.allSettled(this.#making);
      const change = this.#changes.at(-1);
      if (!change) return;
      if (!(await change.undo())) return;
      this.#offer.hide();
      window.setStatusBarMessage(labelText(`Undone: ${change.label}`), 5_000);
      this.#changes.splice(this.#changes.indexOf(change), 1);
    } finally {
      this.#undoing = false;
      this.#showInMenus();
    }
  }

  dispose(): void {
    this.#offer.dispose();
  }

  #showInMenus(): void {
    void commands.executeCommand('setContext', 'skillwright.canUndo', this.#changes.length + this.#making.size > 0);
  }
}
