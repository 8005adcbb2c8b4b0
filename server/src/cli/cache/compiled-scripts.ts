import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { isPrivate, prepareFolder } from './cache-folder.ts';
import { compiledFolder } from './compiled-folder.ts';

/*
 * The start of the server and of the command line is mostly compiling their text. So the bundles for Node are split
 * into chunks (`build/server-bundle.mjs`), rules are loaded with the first file that they can say something about
 * (`build/rules-on-use.mjs`), chunks that start together are one file (`build/packed-chunks.mjs`), what answers the
 * extension's views is loaded once our extension is connected (`answer-on-use`, `view-requests`), and the compiled code
 * is kept in the user's cache folder (`cache/compiled-scripts`). Node's own cache is not in Node 20, and saves less. V8
 * gives such code for scripts only, so the bundles are written as scripts, although esbuild splits only modules, and
 * uses it only with the settings that it was kept with, so they are the same at start and end. The command line's
 * entry alone is a module: it repeats an unchanged check, and names the program by its content. It checks little of
 * what it is given, so each file has a hash of itself and of its text. Large regular expressions are compiled at once
 * (`v8-flags`): V8 would interpret them the first time, and takes longer to prepare that than to compile them.
 */

/** Milliseconds until compiled code is kept: by then, what a start needs has been compiled. */
const startTime = 10_000;

const hashLength = 32;

/** The part of a CommonJS module that is needed here. */
export interface LoadedModule {
  exports: unknown;
  require(name: string): unknown;
}

interface CompiledScript {
  readonly text: string;
  readonly script: Script;
}

/**
 * Lets each script that is loaded from now on be compiled only once: its compiled code is kept for the next start, which then
 * takes half of the time. Node's own cache, which Node 20 does not have, saves less: with Node 22, a check of one file then takes
 * a quarter more processor time.
 *
 * @param entry the file of the bundled program, whose text names its chunks by their content
 * @returns makes it keep nothing of this process; what was kept before is still used
 */
export function keepCompiledScripts(entry: string): () => void {
  // Node's own cache obeys it, too.
  const release = process.env.NODE_DISABLE_COMPILE_CACHE ? undefined : compiledFolder(entry);
  if (release === undefined) return () => undefined;
  const scripts = new CompiledScripts(path.join(release, `scripts-${cachedDataVersionTag()}`));
  const { extensions } = createRequire(entry);
  const usual = extensions['.js']!;
  const bundle = path.dirname(entry) + path.sep;
  // Nothing but the bundle is loaded so.
  extensions['.cjs'] = (module, file) => (file.startsWith(bundle) ? scripts.load(module, file) : usual(module, file));
  process.on('exit', () => scripts.keep());
  return () => scripts.stopKeeping();
}

/** Compiled code in a folder that only this user can write to, because V8 runs whatever it finds there. */
export class CompiledScripts {
  readonly #folder: string;
  readonly #isUsable: boolean;
  #isKeeping = true;
  /** By file, scripts whose code is not kept yet. */
  readonly #unkept = new Map<string, CompiledScript>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#isUsable = prepareFolder(folder);
  }

  /** Runs a script as Node runs CommonJS modules. */
  load(module: LoadedModule, file: string): void {
    const text = readFileSync(file, 'utf8');
    const cachedData = this.#isUsable ? this.#kept(file, text) : undefined;
    const script = new Script(`(function (exports, require, module) {${text}\n})`, {
      filename: file,
      ...(cachedData && { cachedData }),
    });
    if (this.#isUsable && (!cachedData || script.cachedDataRejected)) this.#keepLater(file, { text, script });
    const run = script.runInThisContext() as (exports: unknown, require: unknown, module: LoadedModule) => void;
    run.call(module.exports, module.exports, (name: string) => module.require(name), module);
  }

  /** From now on, keeps nothing. */
  stopKeeping(): void {
    this.#isKeeping = false;
    this.#unkept.clear();
  }

  /** Keeps what has been compiled. */
  keep(): void {
    while (this.#unkept.size > 0) this.#keepOne();
  }

  #keepLater(file: string, compiled: CompiledScript): void {
    if (!this.#isKeeping) return;
    if (this.#unkept.size === 0) setTimeout(() => this.#keepInTurns(), startTime).unref();
    this.#unkept.set(file, compiled);
  }

  /** One script in each round of the event loop, because a large one takes some milliseconds. */
  #keepInTurns(): void {
    if (this.#unkept.size === 0) return;
    this.#keepOne();
    setImmediate(() => this.#keepInTurns());
  }

  #keepOne(): void {
    const [[file, { text, script }]] = this.#unkept as unknown as [[string, CompiledScript]];
    this.#unkept.delete(file);
    const kept = this.#fileOf(file);
    const unfinished = `${kept}.${process.pid}.tmp`;
    try {
      const code = script.createCachedData();
      writeFileSync(unfinished, Buffer.concat([hashOf(text, code), code]), { flag: 'wx', mode: 0o600 });
      // Replaced at once, so that no half of it is ever read.
      renameSync(unfinished, kept);
    } catch {
      // It is compiled again the next time.
      rmSync(unfinished, { force: true });
    }
  }

  /** The compiled code of a script; undefined if there is none, or if it is damaged or of another text. V8 looks only at lengths. */
  #kept(file: string, text: string): Buffer | undefined {
    try {
      const kept = this.#fileOf(file);
      if (!isPrivate(lstatSync(kept))) return undefined;
      const bytes = readFileSync(kept);
      const code = bytes.subarray(hashLength);
      return hashOf(text, code).equals(bytes.subarray(0, hashLength)) ? code : undefined;
    } catch {
      return undefined;
    }
  }

  #fileOf(script: string): string {
    return path.join(this.#folder, path.basename(script));
  }
}

function hashOf(text: string, code: Buffer): Buffer {
  return createHash('sha256').update(text).update(code).digest();
}
