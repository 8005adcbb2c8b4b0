import type { PiecewiseFiles } from '../../platform/piecewise-files.ts';
import type { SessionFiles } from './find-transcripts.ts';
import type { Loaded, SessionEvent, TranscriptFacts } from './session-event.ts';
import { TranscriptLines } from './transcript-lines.ts';
import { TranscriptReader } from './transcript-reader.ts';

/** The means of reading, and the listener to its progress. */
export interface Reading {
  readonly files: PiecewiseFiles;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes that have been read since the last call. */
  readonly progress?: ((bytes: number) => void) | undefined;
}

/** The parts of a session that could not be read. */
export interface Unread {
  /** Lines that are not JSON. */
  broken: number;
  tooLong: number;
  /** Files, with the reason. */
  readonly files: { readonly path: string; readonly reason: string }[];
}

/** Hears what happened, and what is known of the transcript so far. */
type Listener = (event: SessionEvent, facts: TranscriptFacts) => void;

/**
 * Reads the files of a session, in bounded memory whatever their size, and tells what happened, file by file. Skills that
 * ran in agents of their own become loads, with the text that the agent got.
 */
export async function readSession(
  session: SessionFiles,
  { files, signal, progress }: Reading,
  emit: Listener,
  unread: Unread,
): Promise<TranscriptFacts> {
  const forks = new Forks(emit);
  let first: TranscriptFacts | undefined;
  for (const { path } of session.files) {
    const facts = await readTranscript(path, { files, signal, progress }, forks.add, unread);
    first ??= facts;
  }
  forks.end(first ?? {});
  return first ?? {};
}

async function readTranscript(
  path: string,
  { files, signal, progress }: Reading,
  emit: Listener,
  unread: Unread,
): Promise<TranscriptFacts> {
  const reader: TranscriptReader = new TranscriptReader((event) => emit(event, reader.facts));
  const lines = new TranscriptLines();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const file = await files.open(path);
  // It was deleted after it was found.
  if (file === undefined) return reader.facts;
  if ('problem' in file) {
    unread.files.push({ path, reason: file.problem });
    return reader.facts;
  }
  try {
    for (let piece = await file.next(); piece; piece = await file.next()) {
      signal?.throwIfAborted();
      for (const line of lines.add(decoder.decode(piece, { stream: true }), reader.wantsAll)) reader.read(line);
      progress?.(piece.length);
    }
    for (const line of lines.add(decoder.decode(), reader.wantsAll)) reader.read(line);
    for (const line of lines.end(reader.wantsAll)) reader.read(line);
    reader.end();
  } catch (error) {
    signal?.throwIfAborted();
    unread.files.push({ path, reason: error instanceof Error ? error.message : String(error) });
  } finally {
    await file.close();
  }
  unread.broken += lines.broken + reader.broken;
  unread.tooLong += lines.tooLong;
  return reader.facts;
}

type Fork = Extract<SessionEvent, { kind: 'fork' }>;

/**
 * Puts a call that a fork answered together with the first message of that fork, which is in another file. Only a user
 * starts a fork without such a call.
 */
class Forks {
  readonly #emit: Listener;
  readonly #calls = new Map<string, Loaded>();
  readonly #forks: Fork[] = [];

  constructor(emit: Listener) {
    this.#emit = emit;
  }

  readonly add: Listener = (event, facts) => {
    if (event.kind === 'fork') this.#forks.push(event);
    else if (event.kind === 'loaded' && event.fork !== undefined) this.#calls.set(event.fork, event);
    else this.#emit(event, facts);
  };

  end(facts: TranscriptFacts): void {
    for (const { agent, text, time, id, name } of this.#forks) {
      const call = this.#calls.get(agent);
      this.#calls.delete(agent);
      if (call) this.#emit({ ...call, text }, facts);
      else {
        const load = { kind: 'loaded', time, id, name, by: 'user', arguments: '', text, again: false } as const;
        this.#emit({ ...load, fork: agent }, facts);
      }
    }
    for (const call of this.#calls.values()) this.#emit(call, facts);
  }
}
