import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { MAX_FILE_BYTES, MAX_READ_MILLISECONDS } from '../../bounds.ts';
import { startGit } from './git-command.ts';

/** An answer that is being waited for. */
interface Waiting {
  readonly max: number;
  readonly resolve: (bytes: Uint8Array | undefined) => void;
}

/** An answer that is being read. */
interface Incoming {
  /** Bytes that are still to come, with the line ending after them. */
  left: number;
  readonly pieces: Buffer[] | undefined;
}

/**
 * Reads the contents of a repository's files from one `git cat-file --batch`, as they are stored: no filter runs.
 * Answers come in the order of the questions.
 */
export class GitObjects {
  readonly #folder: string;
  readonly #waiting: Waiting[] = [];
  #child: ChildProcessWithoutNullStreams | undefined;
  #isOver = false;
  #head: Buffer = Buffer.alloc(0);
  #incoming: Incoming | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param folder any folder of the repository */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The content of a file; undefined if it is missing, or has more than `max` bytes.
   *
   * @param object a full id, as git lists it
   */
  read(object: string, max: number = MAX_FILE_BYTES): Promise<Uint8Array | undefined> {
    if (!/^[0-9a-f]{40,64}$/.test(object) || !this.#start()) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push({ max, resolve });
      this.#child?.stdin.write(`${object}\n`);
      this.#wait();
    });
  }

  /** Ends git. What is still waited for cannot be read. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
  }

  #start(): boolean {
    if (this.#isOver) return false;
    if (this.#child) return true;
    const child = startGit(this.#folder, ['cat-file', '--batch']);
    if ('problem' in child) return false;
    this.#child = child;
    child.stderr.resume();
    child.stdout.on('data', (piece: Buffer) => this.#add(piece));
    child.once('error', () => this.close());
    child.once('close', () => this.close());
    return true;
  }

  /** The time without any progress is limited. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.close(), MAX_READ_MILLISECONDS);
  }

  #add(added: Buffer): void {
    let piece = added;
    while (piece.length > 0) {
      if (this.#incoming) piece = this.#addContent(this.#incoming, piece);
      else piece = this.#addHead(piece);
    }
    this.#wait();
  }

  /** `<object> blob <size>`, or `<object> missing`. Returns the rest. */
  #addHead(piece: Buffer): Buffer {
    const end = piece.indexOf(0x0a);
    this.#head = Buffer.concat([this.#head, end < 0 ? piece : piece.subarray(0, end)]);
    if (end < 0) return Buffer.alloc(0);
    const [, type, size] = this.#head.toString('latin1').split(' ');
    this.#head = Buffer.alloc(0);
    const length = Number(size);
    if (size === undefined || !Number.isSafeInteger(length)) this.#waiting.shift()?.resolve(undefined);
    else {
      const isKept = type === 'blob' && length <= (this.#waiting[0]?.max ?? 0);
      this.#incoming = { left: length + 1, pieces: isKept ? [] : undefined };
    }
    return piece.subarray(end + 1);
  }

  #addContent(incoming: Incoming, piece: Buffer): Buffer {
    const part = piece.subarray(0, incoming.left);
    incoming.left -= part.length;
    incoming.pieces?.push(part);
    if (incoming.left === 0) {
      this.#incoming = undefined;
      const whole = incoming.pieces && Buffer.concat(incoming.pieces);
      // Without the line ending after the content.
      this.#waiting.shift()?.resolve(whole?.subarray(0, -1));
    }
    return piece.subarray(part.length);
  }
}
