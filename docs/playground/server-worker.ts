import type { Transport } from '@codemirror/lsp-client';
import type { ClientFileParams } from '../../server/src/protocol.ts';
import { unpacked } from './packed.ts';
import type { SkillFolder } from './skill-folder.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
}

/**
 * The language server in a worker. A page from the file system may not load one from there, so its script is a part of the
 * page, compressed: a browser takes longer to read two megabytes of text than to unpack them. The worker is under the
 * page's policy, which allows no request.
 */
export class ServerWorker implements Transport {
  readonly #worker: Promise<Worker>;
  readonly #files: SkillFolder;
  readonly #refresh: () => void;
  readonly #handlers = new Set<(message: string) => void>();

  /**
   * @param script as `unpacked` takes it
   * @param refresh findings may be others now
   * @param failed the worker cannot run
   */
  constructor(script: string, files: SkillFolder, refresh: () => void, failed: () => void) {
    this.#files = files;
    this.#refresh = refresh;
    this.#worker = this.#started(script, failed);
    this.#worker.catch(failed);
  }

  async #started(script: string, failed: () => void): Promise<Worker> {
    const headers = { 'content-type': 'text/javascript' };
    const worker = new Worker(URL.createObjectURL(await new Response(unpacked(script), { headers }).blob()));
    worker.addEventListener('error', failed);
    worker.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data));
    return worker;
  }

  send(message: string): void {
    this.#post(JSON.parse(message));
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
    this.#post({ jsonrpc: '2.0', id, result: answer ?? null });
  }

  #post(message: unknown): void {
    void this.#worker.then(
      (worker) => worker.postMessage(message),
      () => undefined,
    );
  }
}
