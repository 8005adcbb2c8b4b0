import { type Connection, DidChangeWatchedFilesNotification, type Disposable } from 'vscode-languageserver';
import type { Catalogs } from './catalogs.ts';
import { watchedFiles } from './watched-files.ts';

/** Has the editor watch the files on which findings and catalogs depend, wherever they are. */
export class CatalogWatch {
  readonly #connection: Connection;
  readonly #catalogs: Catalogs;
  readonly #watchesOutside: boolean;
  #registered: string | undefined;
  #registration: Disposable | undefined;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(connection: Connection, catalogs: Catalogs, watchesOutside: boolean) {
    this.#connection = connection;
    this.#catalogs = catalogs;
    this.#watchesOutside = watchesOutside;
  }

  /** Brings what is watched in line with what the catalogs were read from; one call after the other. */
  update(): Promise<void> {
    const turn = this.#lastTurn.then(() => this.#update());
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
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
