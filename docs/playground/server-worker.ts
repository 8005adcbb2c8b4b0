import type { Transport } from '@codemirror/lsp-client';
import type { ClientFileParams } from '../../server/src/protocol.ts';
import type { SkillFolder } from './skill-folder.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
}

/**
 * The language server in a worker. A page from the file system may not load one from there, so its script is a part of the
 * page. The worker is under the page's policy, which allows no request.
 */
export class ServerWorker implements Transport {
  readonly #worker: Worker;
  readonly #files: SkillFolder;
  readonly #refresh: () => void;
  readonly #handlers = new Set<(message: string) => void>();

  /** @param refresh findings may be others now */
  constructor(script: string, files: SkillFolder, refresh: () => void) {
    this.#files = files;
    this.#refresh = refresh;
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    this.#worker = new Worker(url);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data));
  }

  onError(failed: () => void): void {
    this.#worker.addEventListener('error', failed);
  }

  send(message: string): void {
    this.#worker.postMessage(JSON.parse(message));
  }

  subscribe(handler: (message: string) => void): void {
    this.#handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.#handlers.delete(handler);
  }

  #receive(message: Message): void {
    const { id, method, params } = message;
    if (id === undefined || method === undefined) {
      for (const handler of this.#handlers) handler(JSON.stringify(message));
      return;
    }
    // The editor's client answers no requests.
    if (method === 'workspace/diagnostic/refresh') this.#refresh();
    const answer = method.startsWith('skillwright/') ? this.#files.answer(method, params as ClientFileParams) : null;
    this.#worker.postMessage({ jsonrpc: '2.0', id, result: answer ?? null });
  }
}
