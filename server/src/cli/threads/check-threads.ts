import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CatalogLocation } from '../../catalog/file/catalog-location.ts';
import type { InputRecorder } from '../../platform/node/input-recorder.ts';
import type { CheckRun } from '../check/check-bytes.ts';
import type { FileOutcome } from '../check/check-files.ts';
import type { CheckOptions } from '../check/check-options.ts';
import { UsageError } from '../exit-code.ts';
import type { DiscoveredFile } from '../files/discover-files.ts';
import { PackedFindings } from '../reports/checks/check-report.ts';
import type { Batch, FromThread, FromThreadOf, SentReport, ThreadTask, ToThread } from './thread-messages.ts';
import { batchSize } from './threads-for.ts';

/*
 * Many files are checked by threads (`cli/threads`), each of which starts the program again and takes sixteen files at
 * a time. The session is read once, by the main thread, which sends with the files what the session makes of them: a
 * `CatalogLocation` is plain data. Reports and messages are put in the order of the files, so the output is the same
 * byte for byte, and the inputs of all threads are those of the run. With `--fix` there is one thread, because what is
 * fixed in one file may change what is found in another. A pool from npm would only hand out tasks, which is the
 * smaller part.
 */

/**
 * Batches that a thread has for sure, whose files it reads while the session is read. With twenty, threads waited for the
 * session of 4,000 skills, and the check took a tenth longer.
 */
const mostOwnBatches = 60;

/** Shared by the threads of a run. */
interface ThreadedRun {
  readonly run: CheckRun;
  readonly options: CheckOptions;
  /** The file of the program, which the threads start with. */
  readonly entry: URL;
  /** Is told what the threads learn from the disk. */
  readonly recorder: InputRecorder | undefined;
  /** The place of a file in the session. */
  readonly locate: (path: string) => Promise<CatalogLocation | undefined>;
}

/**
 * Checks files in several threads, with the outcome of one: reports and messages are in the order of the files, and of several
 * failures, the first in this order counts. The session is read once, here.
 *
 * @param onChecked called after each file
 */
export async function checkInThreads(
  files: readonly DiscoveredFile[],
  count: number,
  { run, options, entry, recorder, locate }: ThreadedRun,
  onChecked: () => void,
): Promise<FileOutcome[]> {
  const batches = Array.from({ length: Math.ceil(files.length / batchSize) }, (_, index) =>
    files.slice(index * batchSize, (index + 1) * batchSize),
  );
  const ownBatches = Math.min(mostOwnBatches, Math.floor(batches.length / count / 2));
  const threads = Array.from({ length: count }, (_, index) => {
    const own = Array.from({ length: ownBatches }, (_, at) => index * ownBatches + at);
    const first = own.flatMap((it) => batches[it]!.map(({ realPath }) => realPath));
    return { own, thread: new CheckThread(entry, { options, isRecorded: recorder !== undefined, first }) };
  });
  const checked = new Array<FromThreadOf<'checked'>>(batches.length);
  const failures = new Map<number, unknown>();
  let next = count * ownBatches;
  let end = batches.length;
  /** Files after a failure need not be checked, but those before it may fail, too. */
  const take = (own: number[]): number | undefined => {
    const index = own.shift() ?? next++;
    return index < end ? index : undefined;
  };
  const check = async (thread: CheckThread, index: number, batch: Batch): Promise<void> => {
    try {
      checked[index] = await thread.check(batch);
      for (const _ of batch.files) onChecked();
    } catch (error) {
      failures.set(index, error);
      end = Math.min(end, index);
    }
  };
  const work = async ({ own, thread }: (typeof threads)[number]): Promise<void> => {
    let checking = Promise.resolve();
    for (let index = take(own); index !== undefined; index = take(own)) {
      // While the thread checks the batch before.
      const batch = await located(batches[index]!, locate);
      const before = checking;
      checking = check(thread, index, batch);
      await before;
    }
    await checking;
    if (failures.size > 0) return;
    const inputs = await thread.end();
    recorder?.add(inputs);
  };
  try {
    await Promise.all(threads.map(work));
  } finally {
    for (const { thread } of threads) thread.stop();
  }
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return checked.flatMap(({ outcomes, messages }) => {
    run.messages.add(messages);
    return outcomes.map((sent) => toOutcome(sent, run));
  });
}

async function located(files: readonly DiscoveredFile[], locate: ThreadedRun['locate']): Promise<Batch> {
  const paths = new Set(files.flatMap(({ realPath, path }) => [realPath, path]));
  const locations = new Map<string, CatalogLocation | undefined>();
  for (const path of paths) locations.set(path, await locate(path));
  return { files, locations };
}

function toOutcome(sent: SentReport | 'no-kind' | undefined, { baseline }: CheckRun): FileOutcome {
  if (typeof sent !== 'object') return sent;
  const { stored, ...report } = sent;
  const findings = PackedFindings.of(report.path, stored);
  if (!baseline) return { ...report, findings };
  return { ...report, findings: PackedFindings.pack(report.path, baseline.newFindings(report.path, findings.all())) };
}

/** A thread that checks files. */
class CheckThread {
  readonly #worker: Worker;
  readonly #messages: NodeJS.AsyncIterator<[FromThread]>;
  readonly #ready: Promise<unknown>;

  constructor(entry: URL, task: ThreadTask) {
    this.#worker = new Worker(entry, { workerData: task });
    this.#messages = on(this.#worker, 'message', { close: ['exit'] }) as NodeJS.AsyncIterator<[FromThread]>;
    this.#ready = this.#next('ready');
    // It is told with the first batch.
    this.#ready.catch(() => undefined);
  }

  /** @throws {UsageError} for what the user can put right; other errors are bugs */
  check(batch: Batch): Promise<FromThreadOf<'checked'>> {
    return this.#ask(batch, 'checked');
  }

  /** Lets it end, and returns what its outcome depends on. */
  async end(): Promise<FromThreadOf<'ended'>['inputs']> {
    return (await this.#ask(null, 'ended')).inputs;
  }

  /** Ends it at once. */
  stop(): void {
    void this.#worker.terminate();
  }

  async #ask<Kind extends FromThread['kind']>(question: ToThread, kind: Kind): Promise<FromThreadOf<Kind>> {
    await this.#ready;
    this.#worker.postMessage(question);
    return this.#next(kind);
  }

  async #next<Kind extends FromThread['kind']>(kind: Kind): Promise<FromThreadOf<Kind>> {
    const next = await this.#messages.next();
    if (next.done) throw new Error('A thread ended before its work was done');
    const [message] = next.value;
    if (message.kind === kind) return message as FromThreadOf<Kind>;
    if (message.kind !== 'failed') throw new Error(`A thread sent "${message.kind}" instead of "${kind}"`);
    const { message: text, stack } = message;
    throw stack === undefined ? new UsageError(text) : Object.assign(new Error(text), { stack });
  }
}
