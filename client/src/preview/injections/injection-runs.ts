import { CancellationTokenSource, type Disposable, type Event, EventEmitter, workspace } from 'vscode';
import type { PreviewInjection, PreviewOutcome } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';

/** The commands of one preview that run or have run, by their hash. */
export class InjectionRuns implements Disposable {
  readonly #server: LanguageServer;
  readonly #outcomes = new Map<string, PreviewOutcome>();
  readonly #running = new Map<string, CancellationTokenSource>();
  readonly #changed = new EventEmitter<void>();

  constructor(server: LanguageServer) {
    this.#server = server;
  }

  /** A command has started or ended. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get running(): readonly string[] {
    return [...this.#running.keys()];
  }

  get outcomes(): Readonly<Record<string, PreviewOutcome>> {
    return Object.fromEntries(this.#outcomes);
  }

  /** Runs a command that the user agreed to. */
  async run(uri: string, text: string, { hash, origin }: PreviewInjection): Promise<void> {
    if (this.#running.has(hash)) return;
    const cancelling = new CancellationTokenSource();
    this.#running.set(hash, cancelling);
    this.#outcomes.delete(hash);
    this.#changed.fire();
    const started = Date.now();
    const introduced = origin === 'argument' && { introducedByArgument: true };
    const params = { uri, arguments: text, hash, workspaceTrusted: workspace.isTrusted, ...introduced };
    const outcome = await this.#server
      .request('skillwright/runCommand', params, cancelling.token)
      .catch((error: unknown): PreviewOutcome => {
        const status = cancelling.token.isCancellationRequested ? 'cancelled' : 'failed';
        const output = status === 'cancelled' ? '' : error instanceof Error ? error.message : String(error);
        return { status, output, ms: Date.now() - started };
      });
    cancelling.dispose();
    // The command may have been removed in the meantime, and even run again.
    if (this.#running.get(hash) !== cancelling) return;
    this.#running.delete(hash);
    this.#outcomes.set(hash, outcome);
    this.#changed.fire();
  }

  cancel(hash: string): void {
    this.#running.get(hash)?.cancel();
  }

  /** Removes and cancels commands that are no longer in the text. */
  keepOnly(injections: readonly PreviewInjection[]): void {
    const present = new Set(injections.map(({ hash }) => hash));
    for (const hash of this.#outcomes.keys()) if (!present.has(hash)) this.#outcomes.delete(hash);
    for (const [hash, cancelling] of this.#running) {
      if (present.has(hash)) continue;
      this.#running.delete(hash);
      cancelling.cancel();
    }
  }

  dispose(): void {
    this.keepOnly([]);
    this.#changed.dispose();
  }
}
