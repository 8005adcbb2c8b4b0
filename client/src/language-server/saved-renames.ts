import { type Disposable, type FileRenameEvent, type Uri, workspace } from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { uriAfterMove } from '../changes/file-uris.ts';

/**
 * Saves the files of a renamed skill. VS Code saves what a rename changes, but not in a folder that the same rename
 * moves: Claude Code would read the old name in the new folder.
 */
export class SavedRenames implements Disposable {
  /** The files of the last rename that had no unsaved changes before it. */
  #changing: readonly Uri[] = [];
  readonly #listening = workspace.onDidRenameFiles((event) => void this.#save(event));

  readonly middleware: Required<Pick<Middleware, 'provideRenameEdits'>> = {
    provideRenameEdits: async (document, position, newName, token, next) => {
      const edit = await next(document, position, newName, token);
      const unsaved = new Set(workspace.textDocuments.flatMap(({ isDirty, uri }) => (isDirty ? [uri.toString()] : [])));
      this.#changing = (edit?.entries() ?? []).map(([uri]) => uri).filter((uri) => !unsaved.has(uri.toString()));
      return edit;
    },
  };

  dispose(): void {
    this.#listening.dispose();
  }

  async #save({ files }: FileRenameEvent): Promise<void> {
    const changing = this.#changing;
    this.#changing = [];
    for (const { oldUri, newUri } of files) {
      for (const uri of changing) {
        const moved = uriAfterMove(uri, oldUri, newUri);
        const isSaved = workspace.getConfiguration('files.refactoring', moved).get('autoSave') === true;
        if (moved.toString() !== uri.toString() && isSaved) await (await workspace.openTextDocument(moved)).save();
      }
    }
  }
}
