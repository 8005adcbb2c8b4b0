import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import type { Environment } from '../environment.ts';
import type { FileSystem, FolderEntry } from '../file-system.ts';
import { folderOf, lastPart } from '../paths.ts';

/*
 * An unchanged check is not made again. `InputRecorder` is around the file system and the environment of a run, so
 * whatever a rule asks is recorded, without a list of what rules read: content by hash, with the state by which a file
 * is known not to have changed (as Git does, not trusted for files that were just written), and folders, types, real
 * paths and variables by what was answered. `unchangedInputs` asks everything again; where it had to read files, the
 * run is kept with the states that they have now. The key of a run is the program's own text, which names its chunks
 * by their content, with all arguments. A file in the cache has a hash of itself and is replaced at once; one that is
 * damaged, a link or writable by others is not read.
 */

/** A question to the disk that a run asked, and what it was told. */
export type RecordedAnswer =
  | readonly [Exclude<keyof FileSystem, 'readFile' | 'whyUnreadable'>, path: string, answer: string | null]
  | readonly ['whyUnreadable', path: string, answer: string | null, expected: 'file' | 'folder', max: number | null];

/** A file that a run read: the hash of its content, and what the disk said of it before, if that tells changes apart. */
export type RecordedFile = readonly [path: string, max: number | null, hash: string | null, state: string | null];

/** Everything outside of the program that the outcome of a run depends on. */
export interface RecordedInputs {
  readonly files: readonly RecordedFile[];
  readonly answers: readonly RecordedAnswer[];
  readonly variables: readonly (readonly [name: string, valueHash: string | null])[];
  /** The names of all environment variables, if they were asked for. */
  readonly variableNames: readonly string[] | null;
  /** When the run asked for the time, in milliseconds since 1970; null if it never did. */
  readonly clock: number | null;
}

/** A disk and an environment. */
export interface Machine {
  readonly files: FileSystem;
  readonly environment: Environment;
}

/**
 * Records what a run learns from its machine. The only place that does, so whatever a rule looks at is among the
 * inputs.
 */
export class InputRecorder implements Machine {
  readonly files: FileSystem;
  readonly environment: Environment;
  readonly #files = new Map<string, RecordedFile>();
  readonly #answers = new Map<string, RecordedAnswer>();
  readonly #variables = new Map<string, string | null>();
  #variableNames: readonly string[] | null = null;
  #clock: number | null = null;
  #isSteady = true;

  constructor({ files, environment }: Machine) {
    this.files = this.#recordingFiles(files);
    const { names } = environment;
    this.environment = {
      ...environment,
      variable: (name) => {
        const value = environment.variable(name);
        this.#variables.set(name, variableHash(value));
        return value;
      },
      ...(names && { names: () => (this.#variableNames = names()) }),
      now: () => {
        const now = environment.now?.() ?? Date.now();
        this.#clock ??= now;
        return now;
      },
    };
  }

  /** The recorded inputs until now; undefined if the disk changed in the meantime, so that it is not one state. */
  inputs(): RecordedInputs | undefined {
    if (!this.#isSteady) return undefined;
    return {
      files: [...this.#files.values()],
      answers: [...this.#answers.values()].filter((answer) => !this.#isImplied(answer)),
      variables: [...this.#variables],
      variableNames: this.#variableNames,
      clock: this.#clock,
    };
  }

  /** Adds what was learnt in another thread; undefined if that was not one state of the disk. */
  add(inputs: RecordedInputs | undefined): void {
    if (!inputs) {
      this.#isSteady = false;
      return;
    }
    for (const file of inputs.files) this.#addFile(file);
    for (const answer of inputs.answers) this.#add(answer);
    for (const [name, value] of inputs.variables) this.#variables.set(name, value);
    this.#variableNames ??= inputs.variableNames;
    this.#clock = inputs.clock === null ? this.#clock : Math.min(inputs.clock, this.#clock ?? inputs.clock);
  }

  #recordingFiles(files: FileSystem): FileSystem {
    const recording = <Name extends Exclude<keyof FileSystem, 'readFile' | 'whyUnreadable'>>(
      name: Name,
    ): FileSystem[Name] =>
      // The type of a method that is chosen by its name is not known to the compiler.
      (async (path: string) => {
        const answer = await files[name](path);
        this.#add([name, path, answerText(answer)]);
        return answer;
      }) as FileSystem[Name];
    return {
      readFile: async (path, max) => {
        // Before it is read: if it changes in between, this is not the state of what was read.
        const state = fileState(path);
        const bytes = await files.readFile(path, max);
        this.#addFile([path, max ?? null, bytes ? contentHash(bytes) : null, bytes && state ? state : null]);
        return bytes;
      },
      readFolder: recording('readFolder'),
      whyUnreadable: async (path, expected, max) => {
        const answer = await files.whyUnreadable(path, expected, max);
        this.#add(['whyUnreadable', path, answer ?? null, expected, max ?? null]);
        return answer;
      },
      sizeOf: recording('sizeOf'),
      typeOf: recording('typeOf'),
      isExecutable: recording('isExecutable'),
      realPath: recording('realPath'),
      identityOf: recording('identityOf'),
    };
  }

  #add(answer: RecordedAnswer): void {
    const [name, path, text, expected] = answer;
    const key = `${name} ${expected ?? ''} ${path}`;
    const known = this.#answers.get(key);
    if (known && known[2] !== text) this.#isSteady = false;
    this.#answers.set(key, answer);
  }

  #addFile(file: RecordedFile): void {
    const [path, max, hash] = file;
    const key = `${max ?? ''} ${path}`;
    const known = this.#files.get(key);
    if (known && known[2] !== hash) this.#isSteady = false;
    // The first state: a later one may be of another content.
    else if (!known) this.#files.set(key, file);
  }

  /** Whether an answer follows from the list of a folder: most do, and need not be asked for again. */
  #isImplied([name, path, text]: RecordedAnswer): boolean {
    if ((name !== 'typeOf' && name !== 'realPath') || text === null) return false;
    const folder = folderOf(path);
    const entry = this.#entryIn(folder, lastPart(path));
    if (name === 'typeOf') return entry?.startsWith(text) === true;
    // A name that is not a link, in a folder without links above it.
    return text === path && entry?.endsWith(linkMark) === false && this.#isReal(folder);
  }

  #isReal(path: string): boolean {
    const known = this.#answers.get(`realPath  ${path}`);
    return known !== undefined && known[2] === path;
  }

  readonly #listings = new Map<string, ReadonlyMap<string, string>>();

  /** The entry of a name in the list of a folder; undefined if the folder was not listed. */
  #entryIn(folder: string, name: string): string | undefined {
    let entries = this.#listings.get(folder);
    if (!entries) {
      const parts = this.#answers.get(`readFolder  ${folder}`)?.[2]?.split('/') ?? [];
      entries = new Map(parts.flatMap((part, index) => (index % 2 === 1 ? [[parts[index - 1]!, part]] : [])));
      this.#listings.set(folder, entries);
    }
    return entries.get(name);
  }
}

const linkMark = ' link';

/** An answer of a file system as a text, by which two of them are compared; null for undefined. */
export function answerText(answer: string | number | boolean | readonly FolderEntry[] | undefined): string | null {
  if (answer === undefined) return null;
  if (typeof answer !== 'object') return String(answer);
  // No name contains a slash.
  return answer.map(({ name, type, isLink }) => `${name}/${type}${isLink ? linkMark : ''}`).join('/');
}

/** An environment variable may be a secret, so its value is not stored. Null for one that is not set. */
export function variableHash(value: string | undefined): string | null {
  return value === undefined ? null : contentHash(Buffer.from(value));
}

export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/**
 * A text that changes whenever a file is written: its size, its times, and which file it is. Undefined if it was written so
 * recently that another change could leave the same times.
 */
export function fileState(path: string, now = Date.now()): string | undefined {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
  if (!stats?.isFile() || Math.max(stats.mtimeMs, stats.ctimeMs) > now - coarsestTime) return undefined;
  return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.dev} ${stats.ino} ${stats.mode}`;
}

/** Milliseconds. Some disks count in steps of two seconds. */
const coarsestTime = 3_000;
