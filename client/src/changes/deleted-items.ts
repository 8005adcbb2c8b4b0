import { Uri, workspace } from 'vscode';

/** How long copies that other windows made are kept, in milliseconds: one week. */
const keptFor = 7 * 24 * 60 * 60 * 1_000;

/** Keeps copies of deleted skills, so that Undo works with or without a trash. */
export class DeletedItems {
  readonly #folder: Uri;
  #cleanedUp = false;

  constructor(storage: Uri) {
    this.#folder = Uri.joinPath(storage, 'deleted');
  }

  /** A location for the copy of one more item; nothing is there yet. */
  async newLocation(): Promise<Uri> {
    await workspace.fs.createDirectory(this.#folder);
    if (!this.#cleanedUp) await this.#deleteOld();
    this.#cleanedUp = true;
    return Uri.joinPath(this.#folder, `${Date.now()}-${globalThis.crypto.randomUUID()}`);
  }

  async #deleteOld(): Promise<void> {
    for (const [name] of await workspace.fs.readDirectory(this.#folder)) {
      if (Date.now() - Number.parseInt(name, 10) > keptFor)
        await workspace.fs.delete(Uri.joinPath(this.#folder, name), { recursive: true });
    }
  }
}
