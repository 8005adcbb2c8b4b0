import type { Connection, Diagnostic } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { countProblems } from '../../features/check/count-problems.ts';
import type { CheckedAll, CheckProgress } from '../../protocol.ts';
import { notify } from '../notify.ts';
import type { CatalogChecks } from './catalog-checks.ts';
import type { Catalogs } from './catalogs.ts';
import type { TreeFiles } from './tree-files.ts';

/*
 * Problems of closed files are found by the same check as those of open ones, one file at a time. What was found of a
 * file remains until it has been checked again, so that nothing in the tree blinks. Editors that ask by
 * `workspace/diagnostic`, as VS Code does by default, get those of the user's files: such a request is held until
 * something has changed, and its work waits for a pause in typing. Manifests, marketplaces, hooks and servers are
 * looked for in the folders of sessions and plugins (`plugin-files`). The files of evaluations are found by the
 * folders `evals` of the session, its skills and plugins, or those that manifests name (`evaluations-folder`,
 * `TreeFiles`; `evaluations-around` decides for everyone which evaluations a file is part of, and what they are
 * of), and searched for again when something in them changes. Those of downloaded plugins and of an organization are
 * published after "Check All", and never for a file whose findings the editor shows itself. The views count what the
 * editor lists (`CountedProblems`), nothing else.
 */

/**
 * The findings of all files in the tree, and of their evaluations, in the editor's list of problems, from "Check All" until they are cleared. Those
 * of open files are in it anyway: for as long as the editor shows a file itself, or asks for its findings, nothing is
 * published for it.
 */
export class ClosedFileProblems {
  readonly #connection: Connection;
  readonly #catalogs: Catalogs;
  readonly #files: TreeFiles;
  readonly #checks: CatalogChecks;
  /** The problems of each file in the tree; undefined unless all of them were checked. */
  #found: Map<string, readonly Diagnostic[]> | undefined;
  readonly #published = new Set<string>();
  readonly #inEditor = new Set<string>();
  /** Whether the editor asks for the findings of a file although it is not open. */
  readonly #isAskedFor: (path: string) => boolean;
  readonly #listingChanged: (path: string) => void;
  #total = '';

  /** @param listingChanged told about files that are listed from now on, or no longer */
  constructor(
    connection: Connection,
    catalogs: Catalogs,
    files: TreeFiles,
    checks: CatalogChecks,
    isAskedFor: (path: string) => boolean,
    listingChanged: (path: string) => void,
  ) {
    this.#isAskedFor = isAskedFor;
    this.#listingChanged = listingChanged;
    this.#connection = connection;
    this.#catalogs = catalogs;
    this.#files = files;
    this.#checks = checks;
  }

  /** Checks every file in the tree, and publishes what was found once that is complete; undefined if cancelled. */
  async checkAll(isCancelled: () => boolean): Promise<CheckedAll | undefined> {
    const paths = await this.#files.of(await this.#catalogs.sessions());
    await this.#checks.inOneRun(async () => {
      for (const [checked, path] of paths.entries()) {
        if (isCancelled()) return;
        await this.#report({ checked, files: paths.length });
        await this.#checks.of(path);
      }
    });
    if (isCancelled()) return undefined;
    await this.#keep(paths);
    return this.#sum();
  }

  /** Other skills are in the tree than before. */
  async catalogsChanged(): Promise<void> {
    if (!this.#found) return;
    const paths = await this.#files.of(await this.#catalogs.sessions());
    await this.#checks.ensureKnown(paths);
    if (this.#found) await this.#keep(paths);
  }

  /** Other findings are known of a file than before. */
  async changed(path: string): Promise<void> {
    if (!this.#found?.has(path)) return;
    this.#found.set(path, this.#checks.known(path) ?? []);
    await this.#publish(path);
    await this.#sendTotal();
  }

  /** The editor shows the findings of a file itself. */
  async opened(path: string): Promise<void> {
    const isNew = !this.lists(path);
    this.#inEditor.add(path);
    if (isNew) this.#listingChanged(path);
    await this.#publish(path);
  }

  /** The editor no longer shows the findings of a file. */
  async closed(path: string): Promise<void> {
    if (!this.#inEditor.delete(path)) return;
    if (this.#found?.has(path)) await this.changed(path);
    else this.#listingChanged(path);
  }

  /** Whether the editor shows the findings of a file itself, or all files were checked. */
  lists(path: string): boolean {
    return this.#inEditor.has(path) || this.#found?.has(path) === true;
  }

  /** Whether the editor shows the findings of a file itself. */
  isInEditor(path: string): boolean {
    return this.#inEditor.has(path);
  }

  async clear(): Promise<void> {
    const listed = [...(this.#found?.keys() ?? [])];
    this.#found = undefined;
    for (const path of listed) if (!this.lists(path)) this.#listingChanged(path);
    await Promise.all([...this.#published].map((path) => this.#publish(path)));
    await this.#sendTotal();
  }

  async #keep(paths: readonly string[]): Promise<void> {
    await this.#checks.ensureKnown(paths);
    const isNew = (path: string) => !this.lists(path);
    const listed = paths.filter(isNew);
    this.#found = new Map(paths.map((path) => [path, this.#checks.known(path) ?? []]));
    for (const path of listed) this.#listingChanged(path);
    for (const path of new Set([...this.#published, ...paths])) await this.#publish(path);
    await this.#sendTotal();
  }

  async #publish(path: string): Promise<void> {
    const isListed = this.#inEditor.has(path) || this.#isAskedFor(path);
    const diagnostics = isListed ? [] : [...(this.#found?.get(path) ?? [])];
    if (diagnostics.length === 0 && !this.#published.has(path)) return;
    if (diagnostics.length > 0) this.#published.add(path);
    else this.#published.delete(path);
    await this.#connection.sendDiagnostics({ uri: URI.file(path).toString(), diagnostics });
  }

  #sum(): CheckedAll | undefined {
    return this.#found && { files: this.#found.size, ...countProblems([...this.#found.values()].flat()) };
  }

  async #sendTotal(): Promise<void> {
    const total = this.#sum() ?? null;
    if (this.#total === JSON.stringify(total)) return;
    this.#total = JSON.stringify(total);
    await notify(this.#connection, 'checkedAll', total);
  }

  async #report(progress: CheckProgress): Promise<void> {
    await notify(this.#connection, 'checkProgress', progress);
  }
}
