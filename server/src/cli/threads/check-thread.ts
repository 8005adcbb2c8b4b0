import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { documentOfBytes } from '../../catalog/facts/document-of-bytes.ts';
import type { CatalogLocation } from '../../catalog/file/catalog-location.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { InputRecorder } from '../../platform/node/input-recorder.ts';
import { thisMachine } from '../cache/run-cache.ts';
import { checkFiles, type FileOutcome } from '../check/check-files.ts';
import { startRun } from '../check/check-run.ts';
import { UsageError } from '../exit-code.ts';
import type { FromThread, SentReport, ThreadTask, ToThread } from './thread-messages.ts';

/** The work of a thread: it checks one batch of files after the other, until it is told to end. */
export async function serveThread(port: MessagePort, { options, isRecorded, first }: ThreadTask): Promise<void> {
  const send = (message: FromThread, transferred: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transferred);
  try {
    const recorder = isRecorded ? new InputRecorder(thisMachine) : undefined;
    const { files, environment } = recorder ?? thisMachine;
    const early = new EarlyFiles(files);
    let locations: ReadonlyMap<string, CatalogLocation | undefined> = new Map();
    const { run, folder } = await startRun(options, { files: early.files, environment }, (path) => locations.get(path));
    const messages = on(port, 'message') as NodeJS.AsyncIterator<[ToThread]>;
    send({ kind: 'ready' });
    for (const path of first) await early.read(path, options.runtime ?? DEFAULT_RUNTIME);
    for await (const [batch] of messages) {
      if (batch === null) break;
      ({ locations } = batch);
      const outcomes = await checkFiles(batch.files, folder, run);
      const sent = outcomes.map(toSent);
      send({ kind: 'checked', outcomes: sent, messages: run.messages.take() }, sent.flatMap(bytesOf));
    }
    send({ kind: 'ended', inputs: recorder?.inputs() });
  } catch (error) {
    const isForUser = error instanceof UsageError;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ kind: 'failed', message, stack: isForUser ? undefined : stack });
  }
  port.close();
}

/** Files that are read before they are asked for. */
class EarlyFiles {
  readonly files: FileSystem;
  readonly #read = new Map<string, Uint8Array>();

  constructor(files: FileSystem) {
    this.files = {
      ...files,
      readFile: async (path, max) => {
        const bytes = this.#read.get(path);
        this.#read.delete(path);
        return bytes && bytes.length <= (max ?? Infinity) ? bytes : files.readFile(path, max);
      },
    };
  }

  /** Reads a file, and the document in it. */
  async read(path: string, runtime: RuntimeId): Promise<void> {
    const bytes = await this.files.readFile(path);
    if (!bytes || !/\.md$/i.test(path)) return;
    this.#read.set(path, bytes);
    // A check takes the same document from the same bytes.
    for (const _ of documentOfBytes(bytes, runtime, 'skill').readBody());
  }
}

function toSent(outcome: FileOutcome): SentReport | 'no-kind' | undefined {
  if (typeof outcome !== 'object') return outcome;
  const { findings, ...report } = outcome;
  return { ...report, stored: findings.stored() };
}

function bytesOf(sent: SentReport | 'no-kind' | undefined): ArrayBuffer[] {
  const bytes = typeof sent === 'object' ? sent.stored.bytes : undefined;
  return bytes ? [bytes.buffer as ArrayBuffer] : [];
}
