import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createProtocolConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
  type ProtocolConnection,
} from 'vscode-languageserver/node';

/** Runs a script where only what web workers have exists, and nothing of Node. */
const bootstrap = `
const { parentPort, workerData } = require('node:worker_threads');
const vm = require('node:vm');
const names = ['URL', 'TextDecoder', 'TextEncoder', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval',
  'queueMicrotask', 'performance', 'crypto', 'console', 'atob', 'btoa', 'structuredClone', 'AbortController',
  'AbortSignal', 'MessageChannel', 'Event', 'EventTarget'];
const scope = vm.createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
scope.self = vm.runInContext('globalThis', scope);
scope.addEventListener = () => {};
scope.postMessage = (message) => parentPort.postMessage(JSON.parse(JSON.stringify(message)));
vm.runInContext(workerData, scope);
const fromPage = vm.runInContext('(text) => onmessage({ data: JSON.parse(text) })', scope);
parentPort.on('message', (message) => fromPage(JSON.stringify(message)));
`;

class WorkerReader extends AbstractMessageReader implements MessageReader {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on('error', (error) => this.fireError(error));
  }

  listen(callback: DataCallback): Disposable {
    this.#worker.on('message', callback);
    return { dispose: () => this.#worker.off('message', callback) };
  }
}

class WorkerWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
  }

  async write(message: Message): Promise<void> {
    this.#worker.postMessage(message);
  }

  end(): void {}
}

/** A connection to a server for browsers, which ends with the test. */
export function startInWorker(script: string): ProtocolConnection {
  const worker = new Worker(bootstrap, { eval: true, workerData: script });
  onTestFinished(async () => {
    await worker.terminate();
  });
  return createProtocolConnection(new WorkerReader(worker), new WorkerWriter(worker));
}
