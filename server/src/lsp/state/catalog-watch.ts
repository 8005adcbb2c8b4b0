import { type Connection, DidChangeWatchedFilesNotification, type Disposable } from 'vscode-languageserver';
import { Turns } from '../turns.ts';
import type { Catalogs } from './catalogs.ts';
import { watchedFiles } from './watched-files.ts';

/** Makes the editor watch the files on which findings and catalogs depend, wherever they are. */
export class CatalogWatch {
  readonly #connection: Connection;
  readonly #catalogs: Catalogs;
  readonly #watchesOutside: boolean;
  #registered: string | undefined;
  #registration: Disposable | undefined;
  readonly #turns = new Turns(1);

  constructor(connection: Connection, catalogs: Catalogs, watchesOutside: boolean) {
    this.#connection = connection;
    this.#catalogs = catalogs;
    this.#watchesOutside = watchesOutside;
  }

  /** Updates the watched files to those that the catalogs were read from; one call at a time. */
  update(): Promise<void> {
    return this.#turns.take(() => this.#update());
  }

  async #update(): Promise<void> {
    const options = watchedFiles(this.#watchesOutside ? this.#catalogs.watchedOutside : []);
    const wanted = JSON.stringify(options);
    if (wanted === this.#registered) return;
    const old = this.#registration;
    this.#registration = await this.#connection.client.register(DidChangeWatchedFilesNotification.type, options);
    this.#registered = wanted;
    old?.dispose();
  }
}
