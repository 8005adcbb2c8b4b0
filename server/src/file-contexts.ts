import type { FileContext } from './catalog/file-context.ts';
import { readFileContext } from './catalog/read-file-context.ts';
import { noFiles } from './platform/no-files.ts';
import type { Platform } from './platform/platform.ts';
import { isOnDisk, resourcePath } from './resource-path.ts';

/** What is known of each open file besides its text: found out once, and again when its surroundings change. */
export class FileContexts {
  readonly #platform: Platform;
  readonly #byUri = new Map<string, Promise<FileContext | undefined>>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The context of a resource; undefined when it is none of a skill, command or agent. */
  of(uri: string): Promise<FileContext | undefined> {
    let context = this.#byUri.get(uri);
    if (!context) {
      context = this.#read(uri);
      this.#byUri.set(uri, context);
    }
    return context;
  }

  /** A resource was closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
  }

  /** Looks again at the surroundings of what is open; whether anything is different now. */
  async refresh(uris: Iterable<string> = this.#byUri.keys()): Promise<boolean> {
    const changes = await Promise.all([...uris].map((uri) => this.#refreshOne(uri)));
    return changes.includes(true);
  }

  async #refreshOne(uri: string): Promise<boolean> {
    const known = this.#byUri.get(uri);
    if (!known) return false;
    const [before, now] = await Promise.all([known, this.#read(uri)]);
    if (contextStamp(before) === contextStamp(now) || this.#byUri.get(uri) !== known) return false;
    this.#byUri.set(uri, Promise.resolve(now));
    return true;
  }

  async #read(uri: string): Promise<FileContext | undefined> {
    const { files, environment } = this.#platform;
    const path = resourcePath(uri);
    if (isOnDisk(uri)) return readFileContext(path, files, environment.home);
    const context = await readFileContext(path, noFiles, undefined);
    // No agents were found because none could be listed.
    return context && { ...context, agentNames: undefined };
  }
}

/** Equal for contexts that say the same. */
export function contextStamp(context: FileContext | undefined): string {
  return JSON.stringify(context, (_key, value) => (value instanceof Set ? [...value].sort() : value)) ?? '';
}
