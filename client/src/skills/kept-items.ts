import { randomUUID } from 'node:crypto';
import { Uri, workspace } from 'vscode';

/** How long copies of what other windows have deleted are left alone, in milliseconds: one week. */
const keptFor = 7 * 24 * 60 * 60 * 1_000;

/** Where copies of deleted skills are kept, so that they can be brought back whether or not there is a trash. */
export class KeptItems {
  readonly #folder: Uri;
  #forgotten = false;

  constructor(storage: Uri) {
    this.#folder = Uri.joinPath(storage, 'deleted');
  }

  /** A place where nothing is yet. */
  async newPlace(): Promise<Uri> {
    await workspace.fs.createDirectory(this.#folder);
    if (!this.#forgotten) await this.#forgetOld();
    this.#forgotten = true;
    return Uri.joinPath(this.#folder, `${Date.now()}-${randomUUID()}`);
  }

  async #forgetOld(): Promise<void> {
    for (const [name] of await workspace.fs.readDirectory(this.#folder)) {
      if (Date.now() - Number.parseInt(name, 10) > keptFor)
        await workspace.fs.delete(Uri.joinPath(this.#folder, name), { recursive: true });
    }
  }
}
