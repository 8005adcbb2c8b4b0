import type { Diagnostic } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { readDocument } from '../../document/read-document.ts';
import { checkInTurns } from '../../features/check/check-file.ts';
import { toDiagnostics } from '../../features/check/diagnostics.ts';
import type { FileChecker } from '../../features/check/file-checker.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { RefreshTimer } from '../refresh-timer.ts';
import { shortTurns } from '../short-turns.ts';
import { Turns } from '../turns.ts';
import type { OpenDocuments } from './open-documents.ts';
import type { ResourceSettings } from './settings.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** What people ask for after a change comes first: the tree, a preview. In milliseconds. */
const refreshDelay = 500;

type Findings = readonly Diagnostic[];

/** What was found in a file. */
interface Known {
  readonly findings: Findings;
  /** The state of all files for which it was found. */
  readonly state: number;
}

const nothing: Findings = [];

/**
 * The findings of the files of catalogs: of those open in the editor as they are there, of all others as they are on
 * disk. Only what is asked for is checked, one file at a time, and kept up to date from then on. Until a file has been
 * checked again its last findings remain.
 */
export class CatalogChecks {
  readonly #files: FileSystem;
  readonly #checker: FileChecker;
  readonly #settings: ResourceSettings;
  readonly #folders: WorkspaceFolders;
  readonly #documents: OpenDocuments;
  readonly #changed: (path: string) => void;
  readonly #known = new Map<string, Known>();
  readonly #checking = new Map<string, Promise<Findings>>();
  /** A check takes the processor anyway; more at a time would only let others wait longer. */
  readonly #turns = new Turns(1);
  #state = 0;
  readonly #refreshing = new RefreshTimer(refreshDelay, () => void this.#refresh());
  #isRefreshing = false;

  /** @param changed called whenever other findings are known of a file than before */
  constructor(
    files: FileSystem,
    checker: FileChecker,
    settings: ResourceSettings,
    folders: WorkspaceFolders,
    documents: OpenDocuments,
    changed: (path: string) => void,
  ) {
    this.#files = files;
    this.#checker = checker;
    this.#settings = settings;
    this.#folders = folders;
    this.#documents = documents;
    this.#changed = changed;
  }

  /** The current findings of a file. */
  async of(path: string): Promise<Findings> {
    const known = this.#known.get(path);
    if (known?.state === this.#state) return known.findings;
    const checking = this.#checking.get(path);
    if (checking) return checking;
    const check = this.#turns.take(() => this.#check(path));
    this.#checking.set(path, check);
    return check.finally(() => {
      if (this.#checking.get(path) === check) this.#checking.delete(path);
    });
  }

  /** The last known findings of a file; undefined if it was never checked. */
  known(path: string): Findings | undefined {
    return this.#known.get(path)?.findings;
  }

  /** Checks files that were never checked. */
  async ensureKnown(paths: readonly string[]): Promise<void> {
    for (const path of paths) if (!this.#known.has(path)) await this.of(path);
  }

  /** The findings of a file that is open in the editor, which were found for another reason. */
  found(path: string, findings: Findings): void {
    if (this.#known.has(path)) this.#keep(path, findings, this.#state);
  }

  /** The text of one file has changed, or where it comes from. */
  async outdatedFile(path: string): Promise<void> {
    const known = this.#known.get(path);
    if (!known) return;
    this.#known.set(path, { ...known, state: -1 });
    // A check that is under way has seen the old text.
    this.#checking.delete(path);
    await this.of(path);
  }

  /**
   * Files or settings have changed, on which every finding may depend.
   *
   * @param paths the changed files, which are checked first
   */
  async outdated(paths: readonly string[] = []): Promise<void> {
    this.#state++;
    this.#checking.clear();
    for (const path of paths) if (this.#known.has(path)) await this.of(path);
    this.#refreshing.schedule();
  }

  /** Checks everything that is known again, until nothing has changed in the meantime. */
  async #refresh(): Promise<void> {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    try {
      for (let path = this.#nextOutdated(); path !== undefined; path = this.#nextOutdated()) await this.of(path);
    } finally {
      this.#isRefreshing = false;
    }
  }

  #nextOutdated(): string | undefined {
    for (const [path, { state }] of this.#known) if (state !== this.#state) return path;
    return undefined;
  }

  async #check(path: string): Promise<Findings> {
    const state = this.#state;
    // One that cannot be checked has no findings: it must not be tried again and again.
    const findings = await this.#find(path).catch(() => nothing);
    this.#keep(path, findings, state);
    return findings;
  }

  #keep(path: string, findings: Findings, state: number): void {
    const before = this.#known.get(path)?.findings;
    const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(findings);
    this.#known.set(path, { findings: isSame ? before : findings, state });
    if (!isSame) this.#changed(path);
  }

  async #find(path: string): Promise<Findings> {
    const open = this.#documents.textAt(path);
    const checked = open && (await this.#documents.check(open.uri));
    return checked ? toDiagnostics(checked.findings, checked.document, checked.uri) : this.#findOnDisk(path);
  }

  async #findOnDisk(path: string): Promise<Findings> {
    const uri = URI.file(path).toString();
    const [bytes, own] = await Promise.all([this.#files.readFile(path), this.#settings.of(uri)]);
    if (!bytes) return nothing;
    const preferences = { settings: own, root: this.#folders.holding(path) };
    const found = await this.#checker.fileToCheck(path, preferences);
    if (typeof found === 'string') return nothing;
    const { file, settings } = found;
    const document = readDocument(decodeText(bytes), settings.runtime, file.kind);
    const findings = await checkInTurns(document, file, settings, () => {}, shortTurns());
    return toDiagnostics(findings ?? [], document, uri);
  }
}
