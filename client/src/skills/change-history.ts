import { commands, window } from 'vscode';
import { labelText } from '../shown-words.ts';

/** Changes that can be taken back; older ones are forgotten. */
const remembered = 20;

/** Something that was done to files, with the way back. */
export interface Change {
  /** What was done, such as "moving review". */
  readonly label: string;
  /** Resolves to false when the person would rather leave it; rejects when it cannot be done, at least not now. */
  undo(): Promise<boolean>;
}

/** The changes made from the view, so that the last one can be taken back. */
export class ChangeHistory {
  readonly #changes: Change[] = [];
  #undoing = false;

  record(change: Change): void {
    this.#changes.push(change);
    this.#changes.splice(0, this.#changes.length - remembered);
    this.#showInMenus();
  }

  /** Undoes the last change. The change is kept until that succeeds, so that undo can be tried again. */
  async undoLast(): Promise<void> {
    const change = this.#changes.at(-1);
    if (!change || this.#undoing) return;
    this.#undoing = true;
    try {
      if (!(await change.undo())) return;
      window.setStatusBarMessage(labelText(`Undone: ${change.label}`), 5_000);
      this.#changes.splice(this.#changes.indexOf(change), 1);
    } finally {
      this.#undoing = false;
      this.#showInMenus();
    }
  }

  #showInMenus(): void {
    void commands.executeCommand('setContext', 'skillwright.canUndo', this.#changes.length > 0);
  }
}
