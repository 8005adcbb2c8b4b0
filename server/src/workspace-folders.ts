import type { WorkspaceFolder } from 'vscode-languageserver';
import { resourcePath } from './resource-path.ts';

/** The folders open in the editor: none, one or several. */
export class WorkspaceFolders {
  #paths: readonly string[] = [];

  constructor(folders: readonly WorkspaceFolder[] = []) {
    this.change(folders, []);
  }

  /** Adds and removes folders. */
  change(added: readonly WorkspaceFolder[], removed: readonly WorkspaceFolder[]): void {
    const gone = new Set(removed.map(({ uri }) => resourcePath(uri)));
    const paths = [...this.#paths, ...added.map(({ uri }) => resourcePath(uri))];
    this.#paths = paths.filter((path) => !gone.has(path));
  }

  /** The path of the innermost folder that holds `path`; undefined when none does. */
  holding(path: string): string | undefined {
    const holding = this.#paths.filter((folder) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
    return holding.sort((a, b) => b.length - a.length)[0];
  }
}
