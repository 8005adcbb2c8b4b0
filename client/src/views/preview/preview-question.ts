import { CancellationTokenSource, type Disposable } from 'vscode';
import type { InvocationPreview, PreviewParams } from '../../../../server/src/protocol.ts';
import type { ServerStart } from '../../server-start.ts';

/** Typing comes in bursts; short enough to be taken for at once. In milliseconds. */
const delay = 60;

/** What came of a question. */
export type PreviewAnswer = { readonly preview: InvocationPreview | null } | { readonly failure: string };

/** Asks the server for previews. Only the latest question is answered. */
export class PreviewQuestion implements Disposable {
  readonly #server: ServerStart;
  readonly #params: () => PreviewParams | undefined;
  readonly #answered: (answer: PreviewAnswer, params: PreviewParams) => void;
  #asking: CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    server: ServerStart,
    params: () => PreviewParams | undefined,
    answered: (answer: PreviewAnswer, params: PreviewParams) => void,
  ) {
    this.#server = server;
    this.#params = params;
    this.#answered = answered;
  }

  /** Asks when a burst of changes has paused, and now and then while it goes on. */
  askSoon(): void {
    this.#timer ??= setTimeout(() => void this.ask(), delay);
  }

  async ask(): Promise<void> {
    this.#stop();
    const params = this.#params();
    if (!params) return;
    const asking = new CancellationTokenSource();
    this.#asking = asking;
    const answer = await this.#server.request('skillwright/preview', params, asking.token).then(
      (preview): PreviewAnswer => ({ preview }),
      (error: unknown): PreviewAnswer => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
    if (this.#asking === asking) this.#answered(answer, params);
  }

  dispose(): void {
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking?.cancel();
    this.#asking?.dispose();
    this.#asking = undefined;
  }
}
