import { evaluationsIn } from '../../evaluation/surroundings/evaluation-files.ts';
import { foldersOfPluginFiles, mayBePluginFile, pluginFilesIn } from '../../features/shown-skills/plugin-files.ts';
import type { ShownSession } from '../../features/shown-skills/shown-session.ts';
import { evaluatedFolders, filesInTree } from '../../jobs/skills/tree/tree-problems.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { oncePerKey } from '../../platform/once.ts';
import { isWithin } from '../../platform/paths.ts';

/** Evaluations, wherever they are, and manifests, which may say so. */
const mayTell = /\/(?:evals(?:\/.*)?|prompt\.md|case\.yaml|graders(?:\/[^/]+)?|\.claude-plugin\/plugin\.json)$/;

/** How many folders are searched at a time. */
const concurrency = 8;

/** Files that are searched for in each folder, and remembered. */
class FoundFiles {
  readonly #found = new Map<string, Promise<readonly string[]>>();
  readonly #find: (folder: string) => Promise<readonly string[]>;

  constructor(find: (folder: string) => Promise<readonly string[]>) {
    this.#find = find;
  }

  async in(folders: readonly string[]): Promise<readonly string[]> {
    const found = await mapConcurrently(folders, concurrency, (folder) =>
      oncePerKey(this.#found, folder, () => this.#find(folder)),
    );
    return [...new Set(found.flat())];
  }

  /**
   * Searches again where something has changed; everywhere without paths. Returns whether that is anywhere.
   *
   * @param paths what may be such a file
   */
  forget(paths: readonly string[] | undefined): boolean {
    const before = this.#found.size;
    for (const folder of [...this.#found.keys()]) {
      if (paths?.some((path) => isWithin(path, folder)) ?? true) this.#found.delete(folder);
    }
    return this.#found.size < before;
  }
}

/** The files with findings that belong to what the tree shows: skills, commands, agents, their plugins and evaluations. */
export class TreeFiles {
  readonly #evaluations: FoundFiles;
  /** Manifests, marketplaces, hooks and servers. */
  readonly #ofPlugins: FoundFiles;

  constructor(files: FileSystem) {
    this.#evaluations = new FoundFiles((folder) => evaluationsIn(folder, files));
    this.#ofPlugins = new FoundFiles((folder) => pluginFilesIn(folder, files));
  }

  async of(sessions: readonly ShownSession[]): Promise<readonly string[]> {
    const ofPlugins = await this.#ofPlugins.in(foldersOfPluginFiles(sessions));
    return [...new Set([...filesInTree(sessions), ...ofPlugins, ...(await this.evaluations(sessions))])];
  }

  /** The files of the evaluations alone. */
  async evaluations(sessions: readonly ShownSession[]): Promise<readonly string[]> {
    return this.#evaluations.in(evaluatedFolders(sessions));
  }

  /**
   * Files have changed. Returns whether there may be other ones now that no catalog knows.
   *
   * @param paths none if any of them may have
   */
  changed(paths: readonly string[]): boolean {
    const isAny = paths.length === 0;
    const hasOtherEvaluations = this.#evaluations.forget(
      isAny ? undefined : paths.filter((path) => mayTell.test(path)),
    );
    return this.#ofPlugins.forget(isAny ? undefined : paths.filter(mayBePluginFile)) || hasOtherEvaluations;
  }
}
