import { on } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { CatalogLocation } from '../../catalog/file/catalog-location.ts';
import { ConfigurationError } from '../../features/check/configuration-values.ts';
import { InputRecorder } from '../../platform/node/input-recorder.ts';
import { thisMachine } from '../cache/run-cache.ts';
import { checkFiles, type FileOutcome } from '../check-files.ts';
import { startRun } from '../check-run.ts';
import { UsageError } from '../exit-code.ts';
import type { FromThread, SentReport, ThreadTask, ToThread } from './thread-messages.ts';

/** The work of a thread: it checks one batch of files after the other, until it is told to end. */
export async function serveThread(port: MessagePort, { options, isRecorded }: ThreadTask): Promise<void> {
  const send = (message: FromThread, transferred: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transferred);
  try {
    const recorder = isRecorded ? new InputRecorder(thisMachine) : undefined;
    let locations: ReadonlyMap<string, CatalogLocation | undefined> = new Map();
    const { run, folder } = await startRun(options, recorder ?? thisMachine, (path) => locations.get(path));
    const messages = on(port, 'message') as NodeJS.AsyncIterator<[ToThread]>;
    send({ kind: 'ready' });
    for await (const [batch] of messages) {
      if (batch === null) break;
      ({ locations } = batch);
      const outcomes = await checkFiles(batch.files, folder, run);
      const sent = outcomes.map(toSent);
      send({ kind: 'checked', outcomes: sent, messages: run.messages.take() }, sent.flatMap(bytesOf));
    }
    send({ kind: 'ended', inputs: recorder?.inputs() });
  } catch (error) {
    const isForUser = error instanceof UsageError || error instanceof ConfigurationError;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ kind: 'failed', message, stack: isForUser ? undefined : stack });
  }
  port.close();
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
