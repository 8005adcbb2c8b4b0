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
  /** The end of what is being made or undone. */
  #last: Promise<unknown> = Promise.resolve();
  #making = 0;
  readonly #offer = new UndoOffer();
  #undoing = false;

  /**
   * Makes a change and keeps it. The views show a change a moment before it is complete, such as saved, so changes and
   * undo wait for each other. Rejects as the change does.
   *
   * @param make makes the change; resolves to undefined if the user cancels
   * @param done what was done, such as "Moved review to User", for changes that are easily made by mistake
   */
  async make(make: () => Promise<Change | undefined>, done?: string): Promise<void> {
    this.#making++;
    this.#showInMenus();
    try {
      await this.#afterOthers(async () => {
        const made = await make();
        if (!made) return;
        this.#changes.push(made);
        this.#changes.splice(0, this.#changes.length - remembered);
        if (done === undefined) this.#offer.hide();
        else this.#offer.show(done);
      });
    } finally {
      this.#making--;
      this.#showInMenus();
    }
  }

  /** Undoes the last change. The change is kept until that succeeds, so that undo can be tried again. */
  async undoLast(): Promise<void> {
    if (this.#undoing) return;
    this.#undoing = true;
    try {
      await this.#afterOthers(async () => {
        const change = this.#changes.at(-1);
        if (!change || !(await change.undo())) return;
        this.#offer.hide();
        window.setStatusBarMessage(labelText(`Undone: ${change.label}`), 5_000);
        this.#changes.pop();
      });
    } finally {
      this.#undoing = false;
      this.#showInMenus();
    }
  }

  dispose(): void {
    this.#offer.dispose();
  }

  async #afterOthers<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  #showInMenus(): void {
    void commands.executeCommand('setContext', 'skillwright.canUndo', this.#changes.length + this.#making > 0);
  }
}
