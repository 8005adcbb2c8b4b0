import { evaluatedFolders, evaluationsIn } from '../../features/tree/evaluation-files.ts';
import { filesInTree } from '../../features/tree/tree-problems.ts';
import type { TreeSession } from '../../features/tree/tree-session.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { isWithin } from '../../platform/paths.ts';

/** Evaluations, wherever they are, and manifests, which may say so. */
const mayTell = /\/(?:evals(?:\/.*)?|prompt\.md|case\.yaml|graders(?:\/[^/]+)?|\.claude-plugin\/plugin\.json)$/;

/** How many folders are searched at a time. */
const concurrency = 8;

/** The files with findings that belong to what the tree shows: skills, commands, agents, and their evaluations. */
export class CheckedFiles {
  readonly #files: FileSystem;
  /** The evaluations of each folder that was searched. */
  readonly #evaluations = new Map<string, Promise<readonly string[]>>();

  constructor(files: FileSystem) {
    this.#files = files;
  }

  async of(sessions: readonly TreeSession[]): Promise<readonly string[]> {
    return [...new Set([...filesInTree(sessions), ...(await this.evaluations(sessions))])];
  }

  /** The files of the evaluations alone. */
  async evaluations(sessions: readonly TreeSession[]): Promise<readonly string[]> {
    const found = await mapConcurrently(evaluatedFolders(sessions), concurrency, (folder) =>
      this.#evaluationsIn(folder),
    );
    return [...new Set(found.flat())];
  }

  /**
   * Files have changed. Returns whether there may be other evaluations now.
   *
   * @param paths none if any of them may have
   */
  changed(paths: readonly string[]): boolean {
    const before = this.#evaluations.size;
    if (paths.length === 0) this.#evaluations.clear();
    const inEvaluations = paths.filter((path) => mayTell.test(path));
    for (const folder of inEvaluations.length === 0 ? [] : this.#evaluations.keys()) {
      if (inEvaluations.some((path) => isWithin(path, folder))) this.#evaluations.delete(folder);
    }
    return this.#evaluations.size < before;
  }

  #evaluationsIn(folder: string): Promise<readonly string[]> {
    let found = this.#evaluations.get(folder);
    if (!found) {
      found = evaluationsIn(folder, this.#files);
      this.#evaluations.set(folder, found);
    }
    return found;
  }
}
