import { catalogPlace } from '../../catalog/file/catalog-place.ts';
import type { FileContext } from '../../catalog/file/file-context.ts';
import { readFileContext } from '../../catalog/file/read-file-context.ts';
import { measureSkillPackage, type SkillPackage } from '../../catalog/file/skill-package.ts';
import { configFolder } from '../../catalog/session.ts';
import { type Configuration, configurationFinder } from '../../features/check/configuration.ts';
import { ConfigurationError } from '../../features/check/configuration-values.ts';
import { noFiles } from '../../platform/no-files.ts';
import type { Platform } from '../../platform/platform.ts';
import { isTooDeep } from '../../platform/slashed-path.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import type { FailureLog } from '../safely.ts';
import type { Catalogs } from './catalogs.ts';

/** What is known of a file besides its text and the editor's settings. */
export interface FileSurroundings {
  readonly context: FileContext;
  /** What the project says about checking the file, if anything. */
  readonly configuration: Configuration | undefined;
  /** Equal for surroundings that say the same. */
  readonly stamp: string;
}

/** What is around each open file: found out once, and again when something there changes. */
export class Surroundings {
  readonly #platform: Platform;
  readonly #catalogs: Catalogs;
  readonly #log: FailureLog;
  readonly #byUri = new Map<string, Promise<FileSurroundings | undefined>>();
  readonly #packages = new Map<string, Promise<SkillPackage>>();
  readonly #told = new Set<string>();

  constructor(platform: Platform, catalogs: Catalogs, log: FailureLog) {
    this.#platform = platform;
    this.#catalogs = catalogs;
    this.#log = log;
  }

  /** What is around a resource; undefined for files that Claude Code does not read for its skills. */
  of(uri: string): Promise<FileSurroundings | undefined> {
    let found = this.#byUri.get(uri);
    if (!found) {
      found = this.#find(uri);
      this.#byUri.set(uri, found);
    }
    return found;
  }

  /** How large a skill is as an upload. Reads every file of it, so only for those who want to upload. */
  packageOf(uri: string): Promise<SkillPackage> {
    let found = this.#packages.get(uri);
    if (!found) {
      const path = resourcePath(uri);
      found = measureSkillPackage(path.slice(0, path.lastIndexOf('/')), this.#platform.files);
      this.#packages.set(uri, found);
    }
    return found;
  }

  /** A resource was closed. */
  forget(uri: string): void {
    this.#byUri.delete(uri);
    this.#packages.delete(uri);
  }

  /** Looks again around what is open; whether anything is different now. */
  async refresh(uris: Iterable<string> = this.#byUri.keys()): Promise<boolean> {
    this.#packages.clear();
    const changes = await Promise.all([...uris].map((uri) => this.#refreshOne(uri)));
    return changes.includes(true);
  }

  async #refreshOne(uri: string): Promise<boolean> {
    const known = this.#byUri.get(uri);
    if (!known) return false;
    const [before, now] = await Promise.all([known, this.#find(uri)]);
    if (before?.stamp === now?.stamp || this.#byUri.get(uri) !== known) return false;
    this.#byUri.set(uri, Promise.resolve(now));
    return true;
  }

  async #find(uri: string): Promise<FileSurroundings | undefined> {
    const { files, environment } = this.#platform;
    const path = resourcePath(uri);
    if (isTooDeep(path)) this.#tellOnce(`Not checked because its path has too many folders: ${path.slice(0, 100)}…`);
    if (!isOnDisk(uri)) {
      const context = await readFileContext(path, noFiles, undefined);
      // Nothing was found around it because nothing could be listed.
      return context && stamped({ ...context, agentNames: undefined, skillNames: undefined }, undefined);
    }
    const context = await readFileContext(path, files, environment.home, undefined, configFolder({ environment }));
    const configuration = context && (await this.#findConfiguration(path));
    // Nobody waits for the catalog: as soon as it is read, everything open is looked at again.
    const session = this.#catalogs.around(path);
    return context && stamped({ ...context, inCatalog: session && catalogPlace(session.catalog, path) }, configuration);
  }

  async #findConfiguration(path: string): Promise<Configuration | undefined> {
    try {
      const { files, configurationFiles = files } = this.#platform;
      return await configurationFinder(configurationFiles, (message) => this.#tellOnce(message))(path);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.#tellOnce(error.message);
      return undefined;
    }
  }

  #tellOnce(message: string): void {
    if (!this.#told.has(message)) this.#log.error(message);
    this.#told.add(message);
  }
}

function stamped(context: FileContext, configuration: Configuration | undefined): FileSurroundings {
  const sorted = (_key: string, value: unknown) => (value instanceof Set ? [...value].sort() : value);
  return { context, configuration, stamp: JSON.stringify([context, configuration], sorted) };
}
