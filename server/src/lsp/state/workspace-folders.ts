import type { WorkspaceFolder } from 'vscode-languageserver';
import { isInside } from '../../platform/paths.ts';
import { isTooDeep } from '../../platform/slashed-path.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';

interface NamedFolder {
  readonly path: string;
  readonly name: string;
  readonly uri: string;
}

/** The folders open in the editor: none, one or several. */
export class WorkspaceFolders {
  #folders: readonly NamedFolder[] = [];

  constructor(folders: readonly WorkspaceFolder[] = []) {
    this.change(folders, []);
  }

  change(added: readonly WorkspaceFolder[], removed: readonly WorkspaceFolder[]): void {
    const gone = new Set(removed.map(({ uri }) => resourcePath(uri)));
    const folders = [...this.#folders, ...added.map(({ uri, name }) => ({ path: resourcePath(uri), name, uri }))];
    this.#folders = folders.filter(({ path }) => !gone.has(path));
  }

  /** The folders on this machine that can be searched, in the order in which the editor shows them. */
  all(): readonly NamedFolder[] {
    return this.#folders.filter(({ uri, path }) => isOnDisk(uri) && !isTooDeep(path));
  }

  /** The path of the innermost folder that contains `path`; undefined if there is none. */
  holding(path: string): string | undefined {
    const paths = this.#folders.map((folder) => folder.path);
    const holding = paths.filter((folder) => isInside(path, folder));
    return holding.sort((a, b) => b.length - a.length)[0];
  }
}
