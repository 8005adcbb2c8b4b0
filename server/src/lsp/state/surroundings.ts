import { readFileContext } from '../../catalog/file/read-file-context.ts';
import type { SkillPackage } from '../../catalog/file/skill-package.ts';
import type { CheckSettings } from '../../features/check/check-file.ts';
import { type FileChecker, type FileSurroundings, isUploaded } from '../../features/check/file-checker.ts';
import { noFiles } from '../../platform/no-files.ts';
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
  /** What was determined later is newer, even if it was found faster. */
  readonly order: number;
  readonly found: Promise<StampedSurroundings | undefined>;
}

/** The surroundings of each open file: determined once, and again when something in them changes. */
export class Surroundings {
  readonly #checker: FileChecker;
  readonly #log: FailureLog;
  readonly #languageOf: (uri: string) => string | undefined;
  readonly #byUri = new Map<string, Determined>();
  /** How often surroundings were determined. */
  #count = 0;
  readonly #packages = new Map<string, Promise<SkillPackage>>();
  readonly #reported = new Set<string>();

  /** @param languageOf the language of an open document */
  constructor(checker: FileChecker, log: FailureLog, languageOf: (uri: string) => string | undefined) {
    this.#checker = checker;
    this.#log = log;
    this.#languageOf = languageOf;
  }

  /** The surroundings of a resource; undefined for files that Claude Code does not read for its skills. */
  of(uri: string): Promise<StampedSurroundings | undefined> {
    let known = this.#byUri.get(uri);
    if (!known) {
      known = this.#determine(uri);
      this.#byUri.set(uri, known);
    }
    return known.found;
  }

  /** The size of a skill as an upload; undefined if it is not meant to be uploaded. */
  async packageOf(
    uri: string,
    { context }: FileSurroundings,
    settings: CheckSettings,
  ): Promise<SkillPackage | undefined> {
    if (!isUploaded(context, settings)) return undefined;
    let found = this.#packages.get(uri);
    if (!found) {
      found = this.#checker.packageOf(context);
      this.#packages.set(uri, found);
    }
    return found;
  }

  /** A resource was closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
    this.#packages.delete(uri);
  }

  /** Determines the surroundings of all open files again. Returns whether anything has changed. */
  async refresh(uris: Iterable<string> = this.#byUri.keys()): Promise<boolean> {
    this.#packages.clear();
    const changes = await Promise.all([...uris].map((uri) => this.#refreshOne(uri)));
    return changes.includes(true);
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
    const found = await this.#checker.surroundingsOf(path);
    return found && stamped(found);
  }

  #reportOnce(message: string): void {
    if (!this.#reported.has(message)) this.#log.error(message);
    this.#reported.add(message);
  }
}

function stamped({ context, configuration }: FileSurroundings): StampedSurroundings {
  const sorted = (_key: string, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...value].sort() : value;
  return { context, configuration, stamp: JSON.stringify([context, configuration], sorted) };
}
