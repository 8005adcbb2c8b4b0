import type { Memento } from 'vscode';

/** Where an extension keeps its state, as far as that is read and written here. */
export type State = Pick<Memento, 'get' | 'update'>;

/** A value for each of the files or folders that were used last, in the state of the extension. */
export class RecentByUri<Value> {
  readonly #state: State;
  readonly #key: string;
  readonly #max: number;

  /** @param max how many are kept */
  constructor(state: State, key: string, max: number) {
    this.#state = state;
    this.#key = key;
    this.#max = max;
  }

  of(uri: string): Value | undefined {
    return this.all().find(([known]) => known === uri)?.[1];
  }

  /** The most recent first. */
  all(): readonly (readonly [uri: string, value: Value])[] {
    return this.#state.get(this.#key, []);
  }

  /** @param value undefined to forget it */
  remember(uri: string, value: Value | undefined): void {
    const others = this.all().filter(([known]) => known !== uri);
    const own: [string, Value][] = value === undefined ? [] : [[uri, value]];
    void this.#state.update(this.#key, [...own, ...others].slice(0, this.#max));
  }
}
