import type { Diagnostic } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { NamesInScope } from '../../catalog/file/names-in-scope.ts';
import { readDocument } from '../../document/read-document.ts';
import { checkInTurns } from '../../features/check/check-file.ts';
import type { CheckInputs } from '../../features/check/check-inputs.ts';
import { toDiagnostics } from '../../features/check/diagnostics.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { memoisingFileSystem } from '../../platform/file-systems/memoising-file-system.ts';
import { RefreshTimer } from '../refresh-timer.ts';
import { shortTurns } from '../short-turns.ts';
import { Turns } from '../turns.ts';
import type { TypingPause } from '../typing-pause.ts';
import type { Catalogs } from './catalogs.ts';
import { type OpenDocuments, shownFindings } from './open-documents.ts';
import type { ResourceSettings } from './settings.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/** Requests of people after a change come first: the tree, a preview. In milliseconds. */
const refreshDelay = 500;

type Findings = readonly Diagnostic[];

interface CatalogCheckDependencies {
  readonly files: FileSystem;
  readonly checkInputs: CheckInputs;
  readonly settings: Pick<ResourceSettings, 'of'>;
  readonly folders: Pick<WorkspaceFolders, 'holding'>;
  readonly documents: Pick<OpenDocuments, 'textAt' | 'check'>;
  readonly catalogs: Pick<Catalogs, 'placeOf' | 'placeWhenPrepared'>;
  readonly typingPause: Pick<TypingPause, 'begins'>;
}

/** The findings in a file. */
interface Known {
  readonly findings: Findings;
  /** The state of all files for which it was found; {@link outdatedState} if it has to be found again. */
  readonly state: number;
  /** The file's place in the catalogs, as JSON. */
  readonly place: string;
}

const outdatedState = -1;

/** The disk as checks that follow each other see it: they read once what they have in common. */
interface DiskState {
  readonly files: FileSystem;
  readonly names: NamesInScope;
}

const nothing: Findings = [];

/**
 * The findings of the files of catalogs: of those open in the editor as they are there, of all others as they are on
 * disk. Only what is asked for is checked, one file at a time, and kept up to date from then on. Until a file has been
 * checked again its last findings remain.
 */
export class CatalogChecks {
  readonly #dependencies: CatalogCheckDependencies;
  readonly #changed: (path: string) => void;
  readonly #known = new Map<string, Known>();
  readonly #checking = new Map<string, Promise<Findings>>();
  /** A check takes the processor anyway; more at a time would only let others wait longer. */
  readonly #turns = new Turns(1);
  #state = 0;
  /** How many runs of checks are under way. */
  #runs = 0;
  /** The disk as they see it, until something changes. */
  #disk: DiskState | undefined;
  readonly #refreshing = new RefreshTimer(refreshDelay, () => void this.#refresh());
  #isRefreshing = false;

  /** @param changed called whenever other findings are known of a file than before */
  constructor(dependencies: CatalogCheckDependencies, changed: (path: string) => void) {
    this.#dependencies = dependencies;
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

  /** The files that were checked, and are kept up to date. */
  checked(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** Checks files that were never checked. */
  async ensureKnown(paths: readonly string[]): Promise<void> {
    await this.inOneRun(async () => {
      for (const path of paths) if (!this.#known.has(path)) await this.of(path);
    });
  }

  /** For checks that follow each other. */
  async inOneRun<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#runs++;
    try {
      return await run();
    } finally {
      this.#runs--;
      if (this.#runs === 0) this.#disk = undefined;
    }
  }

  /** The findings of a file that is open in the editor, which were found for another reason. */
  found(path: string, findings: Findings): void {
    if (this.#known.has(path)) this.#keep(path, findings, this.#state, this.#placeOf(path));
  }

  /** The text of one file has changed, or where it comes from. */
  async outdatedFile(path: string): Promise<void> {
    if (!this.#known.has(path)) return;
    this.#disk = undefined;
    this.#markOutdated(path);
    await this.of(path);
  }

  /**
   * Only the texts of skills have changed: other findings depend on them as far as the catalogs say something else now.
   *
   * @param paths the changed files, which are checked first
   */
  async outdatedTexts(paths: readonly string[]): Promise<void> {
    this.#disk = undefined;
    const known = paths.filter((path) => this.#known.has(path));
    for (const path of known) this.#markOutdated(path);
    for (const path of known) await this.of(path);
    const turns = shortTurns();
    for (const [path, { place }] of [...this.#known]) {
      if (place !== this.#placeOf(path)) this.#markOutdated(path);
      await turns.pause();
    }
    this.#refreshing.schedule();
  }

  /**
   * Files or settings have changed, on which every finding may depend.
   *
   * @param paths the changed files, which are checked first
   */
  async outdated(paths: readonly string[] = []): Promise<void> {
    this.#state++;
    this.#disk = undefined;
    this.#checking.clear();
    for (const path of paths) if (this.#known.has(path)) await this.of(path);
    this.#refreshing.schedule();
  }

  /** Checks everything that is known again, until nothing has changed in the meantime. */
  async #refresh(): Promise<void> {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    try {
      await this.inOneRun(async () => {
        for (let path = this.#nextOutdated(); path !== undefined; path = this.#nextOutdated()) {
          await this.#dependencies.typingPause.begins();
          await this.of(path);
        }
      });
    } finally {
      this.#isRefreshing = false;
    }
  }

  #nextOutdated(): string | undefined {
    for (const [path, { state }] of this.#known) if (state !== this.#state) return path;
    return undefined;
  }

  async #check(path: string): Promise<Findings> {
    await this.#dependencies.catalogs.placeWhenPrepared(path);
    const state = this.#state;
    const place = this.#placeOf(path);
    // One that cannot be checked has no findings: it must not be tried again and again.
    const findings = await this.#find(path).catch(() => nothing);
    const isCurrent = place === this.#placeOf(path);
    const kept = this.#keep(path, findings, isCurrent ? state : outdatedState, place);
    if (!isCurrent) this.#refreshing.schedule();
    return kept;
  }

  #markOutdated(path: string): void {
    const known = this.#known.get(path);
    if (known) this.#known.set(path, { ...known, state: outdatedState });
    // A check that is under way has seen what was before.
    this.#checking.delete(path);
  }

  #placeOf(path: string): string {
    return JSON.stringify(this.#dependencies.catalogs.placeOf(path)) ?? '';
  }

  /** Returns the list from before if the findings are the same: others recognize it. */
  #keep(path: string, findings: Findings, state: number, place: string): Findings {
    const before = this.#known.get(path)?.findings;
    const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(findings);
    const kept = isSame ? before : findings;
    this.#known.set(path, { findings: kept, state, place });
    if (!isSame) this.#changed(path);
    return kept;
  }

  async #find(path: string): Promise<Findings> {
    const open = this.#dependencies.documents.textAt(path);
    const checked = open && (await this.#dependencies.documents.check(open.uri));
    return checked ? shownFindings(checked) : this.#findOnDisk(path);
  }

  async #findOnDisk(path: string): Promise<Findings> {
    const uri = URI.file(path).toString();
    const [bytes, own] = await Promise.all([
      this.#dependencies.files.readFile(path),
      this.#dependencies.settings.of(uri),
    ]);
    if (!bytes) return nothing;
    const preferences = { settings: own, root: this.#dependencies.folders.holding(path) };
    const found = await this.#dependencies.checkInputs.fileToCheck(path, preferences, this.#sharedDisk());
    if (typeof found === 'string') return nothing;
    const { file, settings } = found;
    const document = readDocument(decodeText(bytes), settings.runtime, file.kind);
    const findings = await checkInTurns(document, file, settings, () => {}, shortTurns());
    return toDiagnostics(findings ?? [], document, uri);
  }

  /** Shared by the checks of a run; nothing outside of runs. */
  #sharedDisk(): Partial<DiskState> {
    if (this.#runs === 0) return {};
    if (!this.#disk) {
      const files = memoisingFileSystem(this.#dependencies.files);
      this.#disk = { files, names: new NamesInScope(files) };
    }
    return this.#disk;
  }
}
