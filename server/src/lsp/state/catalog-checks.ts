import { readDocument } from '../../document/read-document.ts';
import { checkInTurns } from '../../features/check/check-file.ts';
import type { FileChecker } from '../../features/check/file-checker.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { resourcePath } from '../resource-path.ts';
import { shortTurns } from '../short-turns.ts';
import type { ResourceSettings } from './settings.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** The number of findings of a file, for its badge. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

const none: ProblemCount = { errors: 0, warnings: 0 };

/** Checks the files of catalogs that are not open, one at a time and only those that are displayed. */
export class CatalogChecks {
  readonly #files: FileSystem;
  readonly #checker: FileChecker;
  readonly #settings: ResourceSettings;
  readonly #folders: WorkspaceFolders;
  readonly #counts = new Map<string, Promise<ProblemCount>>();

  constructor(files: FileSystem, checker: FileChecker, settings: ResourceSettings, folders: WorkspaceFolders) {
    this.#files = files;
    this.#checker = checker;
    this.#settings = settings;
    this.#folders = folders;
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

  /** Something has changed: the counts may be outdated. */
  forget(): void {
    this.#counts.clear();
  }

  async #check(uri: string): Promise<ProblemCount> {
    const path = resourcePath(uri);
    const [bytes, own] = await Promise.all([this.#files.readFile(path), this.#settings.of(uri)]);
    if (!bytes) return none;
    const preferences = { settings: own, root: this.#folders.holding(path) };
    const found = await this.#checker.fileToCheck(path, preferences);
    if (typeof found === 'string') return none;
    const { file, settings } = found;
    const document = readDocument(decodeText(bytes), settings.runtime, file.kind);
    const findings = await checkInTurns(document, file, settings, () => {}, shortTurns());
    const count = (severity: string) => (findings ?? []).filter((it) => it.severity === severity).length;
    return { errors: count('error'), warnings: count('warning') };
  }
}
