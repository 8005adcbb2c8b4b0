import { CancellationTokenSource, type Disposable } from 'vscode';
import type { InvocationPreview, PreviewParams, Refusal } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { RunOnceScheduler } from '../run-once-scheduler.ts';

/** Typing comes in bursts. Short enough to feel immediate. In milliseconds. */
const askDelay = 60;

/** The answer to a request. */
export type PreviewAnswer = { readonly preview: InvocationPreview | null } | Refusal;

/** Asks the server for previews. Only the latest question is answered. */
export class PreviewQuestion implements Disposable {
  readonly #server: LanguageServer;
  readonly #params: () => PreviewParams | undefined;
  readonly #answered: (answer: PreviewAnswer, params: PreviewParams) => void;
  readonly #scheduled = new RunOnceScheduler(askDelay, () => void this.ask());
  #asking: CancellationTokenSource | undefined;

  constructor(
    server: LanguageServer,
    params: () => PreviewParams | undefined,
    answered: (answer: PreviewAnswer, params: PreviewParams) => void,
  ) {
    this.#server = server;
    this.#params = params;
    this.#answered = answered;
  }

  /** Asks soon, also in the middle of a burst of changes. */
  askSoon(): void {
    if (!this.#scheduled.isScheduled) this.#scheduled.schedule();
  }

  async ask(): Promise<void> {
    this.#stop();
    const params = this.#params();
    if (!params) return;
    const asking = new CancellationTokenSource();
    this.#asking = asking;
    const answer = await this.#server.request('skillwright/preview', params, asking.token).then(
      (preview): PreviewAnswer => ({ preview }),
      (error: unknown): PreviewAnswer => ({ problem: error instanceof Error ? error.message : String(error) }),
    );
    if (this.#asking === asking) this.#answered(answer, params);
  }

  dispose(): void {
    this.#stop();
  }

  #stop(): void {
    this.#scheduled.cancel();
    this.#asking?.cancel();
    this.#asking?.dispose();
    this.#asking = undefined;
  }
}
