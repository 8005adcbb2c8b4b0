import type { Disposable, ExtensionContext, LogOutputChannel } from 'vscode';
import { SkillLanguageClient } from './skill-language-client.ts';

/** Starts the language server once, when it is first needed. */
export class ServerStart implements Disposable {
  readonly #context: ExtensionContext;
  readonly #output: LogOutputChannel;
  #client: SkillLanguageClient | undefined;

  constructor(context: ExtensionContext, output: LogOutputChannel) {
    this.#context = context;
    this.#output = output;
  }

  ensureStarted(): void {
    if (this.#client) return;
    this.#client = new SkillLanguageClient(this.#context, this.#output);
    void this.#client.start();
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
  }
}
