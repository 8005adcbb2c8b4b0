import type { Diagnostic } from 'vscode-languageserver';
import { pluginsFolder } from '../../catalog/discover/installed-plugins.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import type { Environment } from '../../platform/environment.ts';
import { isInside } from '../../platform/paths.ts';
import type { CatalogChecks } from './catalog-checks.ts';
import type { ClosedFileProblems } from './closed-file-problems.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';

/**
 * The findings that the views count for a file: those in the editor's list of problems. What others maintain counts only
 * while the editor lists it, as editors do it with the sources of installed packages.
 */
export class CountedProblems {
  readonly #checks: CatalogChecks;
  readonly #closed: Pick<ClosedFileProblems, 'lists'>;
  readonly #isOwn: (path: string) => boolean;

  constructor(checks: CatalogChecks, closed: Pick<ClosedFileProblems, 'lists'>, isOwn: (path: string) => boolean) {
    this.#checks = checks;
    this.#closed = closed;
    this.#isOwn = isOwn;
  }

  /** The current findings of a file. */
  async of(path: string): Promise<readonly Diagnostic[]> {
    return this.counts(path) ? this.#checks.of(path) : [];
  }

  /** The last known findings of a file; none if it was never checked. */
  known(path: string): readonly Diagnostic[] {
    return (this.counts(path) && this.#checks.known(path)) || [];
  }

  /** Checks files that were never checked. */
  async ensureKnown(paths: readonly string[]): Promise<void> {
    await this.#checks.ensureKnown(paths.filter((path) => this.counts(path)));
  }

  /** Whether the findings of a file count. */
  counts(path: string): boolean {
    return this.#isOwn(path) || this.#closed.lists(path);
  }
}

/**
 * Whether a file is the user's to fix: in the workspace, or neither an organization's nor in the folder to which Claude
 * Code downloads plugins.
 */
export function isOwnFile(path: string, folders: WorkspaceFolders, environment: Environment): boolean {
  if (folders.holding(path) !== undefined) return true;
  if (isInside(path, environment.managed)) return false;
  // A relative configuration folder depends on where Claude Code is started.
  const starts = [undefined, ...folders.all().map((folder) => folder.path)];
  return !starts.some((folder) =>
    isInside(path, pluginsFolder({ environment, runtime: DEFAULT_RUNTIME, ...(folder !== undefined && { folder }) })),
  );
}
