import type {
  CancellationToken,
  Diagnostic,
  PreviousResultId,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { shortTurns } from '../short-turns.ts';
import type { TypingPause } from '../typing-pause.ts';
import type { CatalogChecks } from './catalog-checks.ts';
import type { Catalogs } from './catalogs.ts';
import type { TreeFiles } from './tree-files.ts';

/** Reports that are sent at a time. */
const maxReports = 50;

/** Told about reports as soon as they are there. */
type SendReports = (reports: WorkspaceDocumentDiagnosticReport[]) => void;

const startedAt = Date.now().toString(36);

/**
 * The findings of the user's files in the tree, and of evaluations, that the editor does not show itself, for `workspace/diagnostic`. A request
 * is held until there is something new: the editor asks again after every answer. What did not change is neither checked
 * nor sent again, and nothing is done while somebody types.
 */
export class WorkspaceProblems {
  readonly #catalogs: Pick<Catalogs, 'sessions'>;
  readonly #files: Pick<TreeFiles, 'of'>;
  readonly #checks: CatalogChecks;
  readonly #isOwn: (path: string) => boolean;
  readonly #typingPause: Pick<TypingPause, 'begins'>;
  readonly #isInEditor: (path: string) => boolean;
  /** One for each list of findings: the same list is kept for as long as the findings are the same. */
  readonly #resultIds = new WeakMap<readonly Diagnostic[], string>();
  #count = 0;
  /** Files whose findings the editor has dropped, whatever it said before. */
  #dropped = new Set<string>();
  #changes = 0;
  #wake: () => void = () => {};

  /**
   * @param isOwn whether a file is the user's to fix
   * @param isInEditor whether the editor shows the findings of a file itself
   */
  constructor(
    catalogs: Pick<Catalogs, 'sessions'>,
    files: Pick<TreeFiles, 'of'>,
    checks: CatalogChecks,
    isOwn: (path: string) => boolean,
    typingPause: Pick<TypingPause, 'begins'>,
    isInEditor: (path: string) => boolean,
  ) {
    this.#catalogs = catalogs;
    this.#files = files;
    this.#checks = checks;
    this.#isOwn = isOwn;
    this.#typingPause = typingPause;
    this.#isInEditor = isInEditor;
  }

  /** Files, findings or settings have changed. */
  changed(): void {
    this.#changes++;
    this.#wake();
  }

  /** The editor no longer shows the findings of a file itself. */
  closed(path: string): void {
    this.#dropped.add(URI.file(path).toString());
    this.changed();
  }

  /** Sends what is new to the editor, and waits until there is something. */
  async report(previous: readonly PreviousResultId[], token: CancellationToken, send: SendReports): Promise<void> {
    const known = new Map(previous.map(({ uri, value }) => [uri, value]));
    while (!token.isCancellationRequested) {
      const before = this.#changes;
      if (await this.#reportNew(known, token, send)) return;
      await this.#nextChange(before, token);
    }
  }

  /** The findings of a file that is not open, for editors that ask once more for one that they close. */
  async of(path: string): Promise<readonly Diagnostic[]> {
    const known = this.#checks.known(path);
    if (known || !this.#isOwn(path)) return known ?? [];
    const paths = await this.#files.of(await this.#catalogs.sessions());
    return paths.includes(path) ? this.#checks.of(path) : [];
  }

  /** Returns whether there was something. */
  async #reportNew(known: Map<string, string>, token: CancellationToken, send: SendReports): Promise<boolean> {
    await this.#typingPause.begins();
    const own = (await this.#files.of(await this.#catalogs.sessions())).filter((path) => this.#isOwn(path));
    // A file that is closed from now on is reported next time.
    const paths = own.filter((path) => !this.#isInEditor(path));
    const dropped = this.#dropped;
    this.#dropped = new Set();
    const reports: WorkspaceDocumentDiagnosticReport[] = [];
    let hasNew = false;
    const add = (report: WorkspaceDocumentDiagnosticReport): void => {
      hasNew = true;
      if (reports.push(report) >= maxReports) send(reports.splice(0));
    };
    const turns = shortTurns();
    await this.#checks.inOneRun(async () => {
      for (const path of paths) {
        await this.#typingPause.begins();
        await turns.pause();
        if (token.isCancellationRequested) return;
        const items = await this.#checks.of(path);
        const uri = URI.file(path).toString();
        const resultId = this.#resultIdOf(items);
        // It may still show what was found in a text that was never saved.
        const isDropped = dropped.has(uri);
        const isKnown = known.get(uri) === resultId;
        // Nothing is sent for a file without findings of which the editor knows nothing.
        if (isDropped || (!isKnown && (items.length > 0 || known.has(uri))))
          add({ kind: 'full', uri, version: null, resultId, items: [...items] });
      }
    });
    if (token.isCancellationRequested) {
      // Nobody has read the reports so far.
      for (const uri of dropped) this.#dropped.add(uri);
      return false;
    }
    const current = new Set<string>();
    for (const path of own) {
      current.add(URI.file(path).toString());
      await turns.pause();
    }
    // As the editor drops the findings of a file, it may keep those that it asked for last, wherever the file is.
    for (const uri of new Set([...known.keys(), ...dropped])) {
      if (current.has(uri) || this.#isInEditor(pathOf(uri))) continue;
      add({ kind: 'full', uri, version: null, items: [] });
    }
    if (reports.length > 0) send(reports);
    return hasNew;
  }

  #resultIdOf(items: readonly Diagnostic[]): string {
    // Every file without findings has the same list.
    const known = this.#resultIds.get(items) ?? `${startedAt}-all-${++this.#count}`;
    this.#resultIds.set(items, known);
    return known;
  }

  async #nextChange(before: number, token: CancellationToken): Promise<void> {
    if (this.#changes !== before) return;
    await new Promise<void>((resolve) => {
      const listener = token.onCancellationRequested(() => resolve());
      this.#wake = () => {
        listener.dispose();
        resolve();
      };
    });
  }
}

function pathOf(uri: string): string {
  return URI.parse(uri).fsPath;
}
