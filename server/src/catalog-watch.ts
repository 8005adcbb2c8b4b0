import { type Connection, DidChangeWatchedFilesNotification, type Disposable } from 'vscode-languageserver';
import type { Catalogs } from './catalogs.ts';
import { watchedFiles } from './watched-files.ts';

/** Has the client watch the files on which findings and catalogs depend, wherever they are. */
export class CatalogWatch {
  readonly #connection: Connection;
  readonly #catalogs: Catalogs;
  readonly #watchesOutside: boolean;
  #registered: string | undefined;
  #registration: Disposable | undefined;

  constructor(connection: Connection, catalogs: Catalogs, watchesOutside: boolean) {
    this.#connection = connection;
    this.#catalogs = catalogs;
    this.#watchesOutside = watchesOutside;
  }

  /** Brings what is watched in line with what the catalogs were read from. */
  async update(): Promise<void> {
    const options = watchedFiles(this.#watchesOutside ? this.#catalogs.watchedOutside : []);
    const wanted = JSON.stringify(options);
    if (wanted === this.#registered) return;
    this.#registered = wanted;
    const old = this.#registration;
    this.#registration = await this.#connection.client.register(DidChangeWatchedFilesNotification.type, options);
    old?.dispose();
  }
}
