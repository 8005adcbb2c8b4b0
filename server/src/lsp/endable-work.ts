import type { CancellationToken } from 'vscode-languageserver';

/** Work of one kind that users start: it ends early when its request is cancelled, and with the server. */
export class EndableWork {
  readonly #running = new Set<AbortController>();

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  async run<Result>(token: CancellationToken, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const ending = new AbortController();
    const listener = token.onCancellationRequested(() => ending.abort());
    this.#running.add(ending);
    try {
      return await work(ending.signal);
    } finally {
      listener.dispose();
      this.#running.delete(ending);
    }
  }

  /** Ends everything that runs. */
  end(): void {
    for (const ending of this.#running) ending.abort();
  }
}
