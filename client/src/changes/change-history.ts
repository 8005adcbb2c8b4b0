import { type Disposable, ProgressLocation, window } from 'vscode';
import { setContext } from '../contributions/set-context.ts';
import { labelText } from '../text/displayed-text.ts';
import { UndoOffer } from './undo-offer.ts';

/** Number of changes that can be undone. */
const remembered = 20;

/** A change of files that can be undone. */
export interface Change {
  /** The change, such as "moving review". */
  readonly label: string;
  /** Resolves to false if the user cancels; rejects if it is not possible, at least not now. */
  undo(): Promise<boolean>;
  /** Why not all of it is on the disk, and what to do about that. It can be undone. */
  readonly incomplete?: string;
}

/** The changes made from the view, so that the last one can be undone. */
export class ChangeHistory implements Disposable {
  readonly #changes: Change[] = [];
  /** The end of what is being made or undone. */
  #last: Promise<unknown> = Promise.resolve();
  #making = 0;
  readonly #offer = new UndoOffer();
  /** The change that was undone last, until something else is changed. */
  #undone: Disposable | undefined;
  #undoing = false;
  readonly #patience: number;

  /** @param patience how long a change waits silently for those before, in milliseconds */
  constructor(patience = 5_000) {
    this.#patience = patience;
  }

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
        this.#undone?.dispose();
        const made = await make();
        if (!made) return;
        this.#changes.push(made);
        this.#changes.splice(0, this.#changes.length - remembered);
        if (done === undefined) this.#offer.hide();
        else this.#offer.show(done);
        if (made.incomplete !== undefined) throw new Error(made.incomplete);
      });
    } finally {
      this.#making--;
      this.#showInMenus();
    }
  }

  /** Undoes the last change. The change is kept until that succeeds, so that undo can be tried again. */
  async undoLast(): Promise<void> {
    if (this.#undoing) return this.#othersEnded(this.#last);
    this.#undoing = true;
    try {
      await this.#afterOthers(async () => {
        this.#undone?.dispose();
        const change = this.#changes.at(-1);
        if (!change || !(await change.undo())) return;
        this.#offer.hide();
        this.#undone = window.setStatusBarMessage(labelText(`Undone: ${change.label}`), 5_000);
        // Not the last one if the user did not wait for this.
        const at = this.#changes.lastIndexOf(change);
        if (at >= 0) this.#changes.splice(at, 1);
      });
    } finally {
      this.#undoing = false;
      this.#showInMenus();
    }
  }

  dispose(): void {
    this.#undone?.dispose();
    this.#offer.dispose();
  }

  async #afterOthers<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#othersEnded(this.#last).then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /**
   * Waits for the changes before. One that VS Code never ends, such as a save that hangs, must not hold all others: after
   * a while, the user is told, and can cancel what waits. After that, nothing waits for it any more.
   */
  async #othersEnded(last: Promise<unknown>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLate = new Promise<true>((resolve) => {
      timer = setTimeout(resolve, this.#patience, true);
    });
    const late = await Promise.race([last.then(() => false), isLate]);
    clearTimeout(timer);
    if (!late) return;
    const title = 'Waiting for the previous change to finish. A file may still be saving';
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    await window.withProgress(options, async (_progress, token) => {
      const cancelled = new Promise<true>((resolve) => token.onCancellationRequested(() => resolve(true)));
      if (!(await Promise.race([last.then(() => false), cancelled]))) return;
      if (this.#last === last) this.#last = Promise.resolve();
      this.#undoing = false;
      throw new Error('The previous change is still running. Try again to continue without waiting for it');
    });
  }

  #showInMenus(): void {
    void setContext('canUndo', this.#changes.length + this.#making > 0);
  }
}
