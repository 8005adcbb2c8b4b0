import { commands, l10n, window } from 'vscode';

/** Changes that can be taken back; older ones are forgotten. */
const remembered = 20;

/** Something that was done to files, with the way back. */
export interface Change {
  /** What was done, such as "Move of review". */
  readonly label: string;
  /** Resolves to false when the person would rather leave it; rejects when there is no way back any more. */
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

  /** Takes back the last change. A change whose way back is gone is forgotten. */
  async undoLast(): Promise<void> {
    const change = this.#changes.at(-1);
    if (!change || this.#undoing) return;
    this.#undoing = true;
    let forget = true;
    try {
      forget = await change.undo();
      if (forget) window.setStatusBarMessage(l10n.t('Undone: {0}', change.label), 5_000);
    } finally {
      this.#undoing = false;
      if (forget) this.#changes.splice(this.#changes.indexOf(change), 1);
      this.#showInMenus();
    }
  }

  #showInMenus(): void {
    void commands.executeCommand('setContext', 'skillwright.canUndo', this.#changes.length > 0);
  }
}
