import { createHash, type Hash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { RecordedInputs } from '../../platform/node/input-recorder.ts';
import type { ExitCode } from '../exit-code.ts';
import type { PrintedDuration } from '../reports/print-report.ts';
import { isPrivate, prepareFolder, prune } from './cache-folder.ts';

/** The record of a run, besides its standard output. */
interface RunRecord {
  readonly inputs: RecordedInputs;
  readonly exitCode: ExitCode;
  /** The text on standard error before the report, and after it. */
  readonly before: string;
  readonly after: string;
  readonly duration: PrintedDuration;
}

/** A run that was read from the cache. */
export interface CachedRun extends RunRecord {
  readonly output: Uint8Array;
}

const headerLength = 96;

/** The first bytes of a file: what follows is whole if its hash is the one here. */
function header(hash: string, outputLength: number): Buffer {
  return Buffer.from(`skillwright check 1 ${hash} ${outputLength}`.padEnd(headerLength - 1).concat('\n'));
}

/** Bytes of a file. The output of ten thousand skills takes a third. */
const maxLength = 96 * 1024 * 1024;

/** Reads a run; undefined if there is none, or if the file is damaged or belongs to someone else. */
export function readRun(file: string): CachedRun | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !isPrivate(stats) || stats.size > maxLength) return undefined;
    const bytes = readFileSync(descriptor);
    const match = /^skillwright check 1 ([0-9a-f]{64}) (\d+) *\n$/.exec(bytes.toString('latin1', 0, headerLength));
    if (!match) return undefined;
    const content = bytes.subarray(headerLength);
    if (createHash('sha256').update(content).digest('hex') !== match[1]) return undefined;
    const length = Number(match[2]);
    return { ...(JSON.parse(content.toString('utf8', length)) as RunRecord), output: content.subarray(0, length) };
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Notes that a run was used, so that others are deleted before it. */
export function touchRun(file: string): void {
  try {
    const descriptor = openSync(file, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
    futimesSync(descriptor, new Date(), new Date());
    closeSync(descriptor);
  } catch {
    // It is only deleted earlier.
  }
}

/** Writes a run again, with other inputs than it was read with. */
export function keepRun(file: string, { output, ...record }: CachedRun): void {
  const writer = new RunWriter(file);
  writer.append(output);
  writer.finish(record);
}

/** Writes a run into the cache while it is printed. Nothing rejects: what cannot be written is not cached. */
export class RunWriter {
  readonly #file: string;
  readonly #unfinished: string;
  readonly #hash: Hash = createHash('sha256');
  #descriptor: number | undefined;
  /** Bytes of output. */
  #length = 0;

  constructor(file: string) {
    this.#file = file;
    this.#unfinished = `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
    if (!prepareFolder(path.dirname(file))) return;
    this.#try(() => {
      this.#descriptor = openSync(this.#unfinished, 'wx', 0o600);
      this.#write(Buffer.alloc(headerLength));
    });
  }

  /** The next piece of standard output. */
  append(piece: string | Uint8Array): void {
    if (this.#descriptor === undefined) return;
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    this.#length += bytes.length;
    this.#hash.update(bytes);
    this.#try(() => this.#write(bytes));
    if (this.#length > maxLength / 2) this.abandon();
  }

  /** Replaces the file at once, so that no half of it is ever read. */
  finish(record: RunRecord): void {
    if (this.#descriptor === undefined) return;
    this.#try(() => {
      const bytes = Buffer.from(JSON.stringify(record));
      this.#write(bytes);
      const hash = this.#hash.update(bytes).digest('hex');
      writeSync(this.#descriptor!, header(hash, this.#length), 0, headerLength, 0);
      this.#close();
      renameSync(this.#unfinished, this.#file);
      prune(path.dirname(this.#file));
    });
  }

  /** Leaves nothing of the run. */
  abandon(): void {
    if (this.#descriptor === undefined) return;
    try {
      this.#close();
    } catch {
      // Closed, whatever was left to write.
    }
    rmSync(this.#unfinished, { force: true });
  }

  #close(): void {
    const descriptor = this.#descriptor!;
    this.#descriptor = undefined;
    closeSync(descriptor);
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor!, bytes, at);
  }

  #try(work: () => void): void {
    try {
      work();
    } catch {
      this.abandon();
      rmSync(this.#unfinished, { force: true });
    }
  }
}
