import { readFileContext } from '../../catalog/file/read-file-context.ts';
import type { CheckSettings } from '../../features/check/check-file.ts';
import {
  type CheckInputs,
  type FileAsTaken,
  type FileSurroundings,
  isTaken,
} from '../../features/check/check-inputs.ts';
import { noFiles } from '../../platform/no-files.ts';
import { oncePerKey } from '../../platform/once.ts';
import { isTooDeep } from '../../platform/slashed-path.ts';
import { isOnDisk, isUntitled, resourcePath } from '../resource-path.ts';
import type { FailureLog } from '../safely.ts';

/** The surroundings of an open file, and whether they are still the same. */
export interface StampedSurroundings extends FileSurroundings {
  /** Equal for equivalent surroundings. */
  readonly stamp: string;
}

/** The surroundings of a file at one time. */
interface Determined {
  /** Surroundings that were determined later are newer, even if they were found faster. */
  readonly order: number;
  readonly found: Promise<StampedSurroundings | undefined>;
}

/** The surroundings of each open file: determined once, and again when something in them changes. */
export class Surroundings {
  readonly #checkInputs: CheckInputs;
  readonly #log: FailureLog;
  readonly #languageOf: (uri: string) => string | undefined;
  readonly #byUri = new Map<string, Determined>();
  /** How often surroundings were determined. */
  #count = 0;
  readonly #asTaken = new Map<string, Promise<FileAsTaken>>();
  readonly #reported = new Set<string>();

  /** @param languageOf the language of an open document */
  constructor(checkInputs: CheckInputs, log: FailureLog, languageOf: (uri: string) => string | undefined) {
    this.#checkInputs = checkInputs;
    this.#log = log;
    this.#languageOf = languageOf;
  }

  /** The surroundings of a resource; undefined for files that Claude Code does not read for its skills. */
  of(uri: string): Promise<StampedSurroundings | undefined> {
    return oncePerKey(this.#byUri, uri, () => this.#determine(uri)).found;
  }

  /** The file as a target takes it; undefined if none of the selected ones takes more than its text. */
  async asTaken(uri: string, { context }: FileSurroundings, settings: CheckSettings): Promise<FileAsTaken | undefined> {
    if (!isTaken(context, settings)) return undefined;
    return oncePerKey(this.#asTaken, uri, () => this.#checkInputs.asTaken(context));
  }

  /** A resource was closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
    this.#asTaken.delete(uri);
  }

  /** Determines the surroundings of all open files again. Returns whether anything has changed. */
  async refresh(uris: Iterable<string> = this.#byUri.keys()): Promise<boolean> {
    const changes = await Promise.all(
      [...uris].map(async (uri) => [await this.#refreshOne(uri), await this.#refreshTaken(uri)]),
    );
    return changes.flat().includes(true);
  }

  async #refreshTaken(uri: string): Promise<boolean> {
    const known = this.#asTaken.get(uri);
    const around = known && (await this.of(uri));
    if (!around) return false;
    const newer = this.#checkInputs.asTaken(around.context);
    this.#asTaken.set(uri, newer);
    return stampOf(await known) !== stampOf(await newer);
  }

  async #refreshOne(uri: string): Promise<boolean> {
    if (!this.#byUri.has(uri)) return false;
    const newer = this.#determine(uri);
    const now = await newer.found;
    for (;;) {
      const known = this.#byUri.get(uri);
      const before = await known?.found;
      // It changed while we waited, at most as often as others determine it at the same time.
      if (this.#byUri.get(uri) !== known) continue;
      // Closed in the meantime, or determined later than this and faster.
      if (!known || known.order > newer.order) return false;
      // Also if nothing is different: an older one that is still under way must not replace it.
      this.#byUri.set(uri, { ...newer, found: before?.stamp === now?.stamp ? known.found : newer.found });
      return before?.stamp !== now?.stamp;
    }
  }

  #determine(uri: string): Determined {
    return { order: ++this.#count, found: this.#find(uri) };
  }

  async #find(uri: string): Promise<StampedSurroundings | undefined> {
    const path = resourcePath(uri);
    if (isTooDeep(path)) this.#reportOnce(`Not checked because its path has too many folders: ${path.slice(0, 100)}…`);
    if (!isOnDisk(uri)) {
      // Nothing but its language shows what a text without a path is.
      const kind = isUntitled(uri) && this.#languageOf(uri) === 'skill' ? 'skill' : undefined;
      const context = await readFileContext(path, noFiles, undefined, { kind });
      // It seemed to have no surroundings because nothing could be listed.
      const unlisted = context && { ...context, agentNames: undefined, skillNames: undefined, commandNames: undefined };
      return unlisted && stamped({ context: unlisted, configuration: undefined });
    }
    const found = await this.#checkInputs.surroundingsOf(path);
    return found && stamped(found);
  }

  #reportOnce(message: string): void {
    if (!this.#reported.has(message)) this.#log.error(message);
    this.#reported.add(message);
  }
}

function stamped({ context, configuration }: FileSurroundings): StampedSurroundings {
  return { context, configuration, stamp: stampOf([context, configuration]) };
}

/** A text that is equal for equal values. */
export function stampOf(value: unknown): string {
  const sorted = (_key: string, it: unknown) => (it instanceof Set || it instanceof Map ? [...it].sort() : it);
  return JSON.stringify(value, sorted);
}
