import type { Memento } from 'vscode';

const key = 'skillwright.preview.consented';

/** Number of commands that are remembered. */
const max = 500;

/** The hashes of commands that the user allowed to run without asking again, stored with the workspace. */
export class ConsentedCommands {
  readonly #memento: Pick<Memento, 'get' | 'update'>;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  has(hash: string): boolean {
    return this.#read().includes(hash);
  }

  remember(hashes: readonly string[]): void {
    const others = this.#read().filter((hash) => !hashes.includes(hash));
    void this.#memento.update(key, [...hashes, ...others].slice(0, max));
  }

  #read(): readonly string[] {
    return this.#memento.get(key, []);
  }
}
