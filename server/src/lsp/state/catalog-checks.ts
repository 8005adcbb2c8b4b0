import { catalogPlace } from '../../catalog/file/catalog-place.ts';
import { readFileContext } from '../../catalog/file/read-file-context.ts';
import { measureSkillPackage } from '../../catalog/file/skill-package.ts';
import { configFolder } from '../../catalog/session.ts';
import { readDocument } from '../../document/read-document.ts';
import { checkInTurns } from '../../features/check/check-file.ts';
import { configurationFinder, configuredSettings } from '../../features/check/configuration.ts';
import { isExcluded } from '../../features/check/exclude-globs.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { resourcePath } from '../resource-path.ts';
import { shortTurns } from '../short-turns.ts';
import type { Catalogs } from './catalogs.ts';
import type { ResourceSettings } from './settings.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** How many findings a file has that are worth a badge. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

const none: ProblemCount = { errors: 0, warnings: 0 };

/** Checks the files of catalogs that are not open, one at a time and only those that are looked at. */
export class CatalogChecks {
  readonly #platform: Platform;
  readonly #catalogs: Catalogs;
  readonly #settings: ResourceSettings;
  readonly #folders: WorkspaceFolders;
  readonly #counts = new Map<string, Promise<ProblemCount>>();

  constructor(platform: Platform, catalogs: Catalogs, settings: ResourceSettings, folders: WorkspaceFolders) {
    this.#folders = folders;
    this.#platform = platform;
    this.#catalogs = catalogs;
    this.#settings = settings;
  }

  /** The findings of a file as it is on disk; counted once until something changes. */
  count(uri: string): Promise<ProblemCount> {
    let count = this.#counts.get(uri);
    if (!count) {
      count = this.#check(uri);
      this.#counts.set(uri, count);
      count.catch(() => this.#counts.delete(uri));
    }
    return count;
  }

  /** Something has changed: what was counted may be wrong. */
  forget(): void {
    this.#counts.clear();
  }

  async #check(uri: string): Promise<ProblemCount> {
    const { files, configurationFiles = files, environment } = this.#platform;
    const path = resourcePath(uri);
    const [bytes, context, own] = await Promise.all([
      files.readFile(path),
      readFileContext(path, files, environment.home, undefined, configFolder({ environment })),
      this.#settings.of(uri),
    ]);
    if (!bytes || !context) return none;
    const configuration = await configurationFinder(configurationFiles)(path).catch(() => undefined);
    if (isExcluded(path, this.#folders.holding(path), own.exclude)) return none;
    if (configuration && isExcluded(path, configuration.folder, configuration.exclude)) return none;
    const session = this.#catalogs.around(path);
    const settings = configuredSettings(own, configuration, path);
    const isUploaded = context.kind === 'skill' && settings.targets.includes('claude-api');
    const file = {
      ...context,
      inCatalog: session && catalogPlace(session.catalog, path),
      package: isUploaded ? await measureSkillPackage(path.slice(0, path.lastIndexOf('/')), files) : undefined,
    };
    const text = decodeText(bytes);
    const document = readDocument(text, settings.runtime, file.kind);
    const findings = await checkInTurns(document, file, settings, () => {}, shortTurns());
    const count = (severity: string) => (findings ?? []).filter((it) => it.severity === severity).length;
    return { errors: count('error'), warnings: count('warning') };
  }
}
