import {
  type CancellationToken,
  type Disposable,
  type Event,
  EventEmitter,
  type ExtensionContext,
  type LogOutputChannel,
} from 'vscode';
import type { CatalogChanged, ParamsOf, ResultOf, ServerRequestName } from '../../server/src/protocol.ts';
import { SkillLanguageClient } from './skill-language-client.ts';

/** Starts the language server once, when it is first needed, and is asked instead of it. */
export class ServerStart implements Disposable {
  readonly #context: ExtensionContext;
  readonly #output: LogOutputChannel;
  readonly #catalogChanged = new EventEmitter<CatalogChanged>();
  readonly #previewChanged = new EventEmitter<void>();
  readonly #runningChanged = new EventEmitter<boolean>();
  #client: SkillLanguageClient | undefined;

  constructor(context: ExtensionContext, output: LogOutputChannel) {
    this.#context = context;
    this.#output = output;
  }

  /** The server says that what was drawn of its catalog may be out of date. */
  readonly onDidChangeCatalog: Event<CatalogChanged> = this.#catalogChanged.event;

  /** The server says that previews may be out of date although their texts are not. */
  readonly onDidChangePreview: Event<void> = this.#previewChanged.event;

  /** The server has started, or has ended, even unexpectedly. */
  readonly onDidChangeRunning: Event<boolean> = this.#runningChanged.event;

  ensureStarted(): SkillLanguageClient {
    if (!this.#client) {
      this.#client = new SkillLanguageClient(this.#context, this.#output);
      this.#client.onDidChangeCatalog((change) => this.#catalogChanged.fire(change));
      this.#client.onDidChangePreview(() => this.#previewChanged.fire());
      this.#client.onDidChangeRunning((running) => this.#runningChanged.fire(running));
      void this.#client.start();
    }
    return this.#client;
  }

  /** Asks the server, which is started if need be. Rejects where it does not run or the request fails. */
  request<Name extends ServerRequestName>(
    name: Name,
    params: ParamsOf<Name>,
    token?: CancellationToken,
  ): Promise<ResultOf<Name>> {
    return this.ensureStarted().request(name, params, token);
  }

  /** Restarts the server, or starts it where none was needed yet. */
  async restart(): Promise<void> {
    if (this.#client) await this.#client.restart();
    else this.ensureStarted();
  }

  async stop(): Promise<void> {
    await this.#client?.stop();
  }

  dispose(): void {
    this.#client?.dispose();
    this.#catalogChanged.dispose();
    this.#previewChanged.dispose();
    this.#runningChanged.dispose();
  }
}
