import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { configurationFileName } from '../../features/check/configuration.ts';
import { isWithin } from '../../platform/paths.ts';
import { isEditorFile } from './editor-files.ts';

/** Milliseconds without a change after which changes count as complete: an editor or Git makes several at once. */
const quietTime = 80;

/** Milliseconds after which they are reported even if there is no end of them. */
const maxDelay = 1500;

/** The system allows so many by default, for all programs together. */
const maxFolders = 8000;

/** Names that may hold a configuration of the files below. */
const configurationFiles = new Set([configurationFileName, 'package.json', '.git']);

/** The paths that a run looked at; its outcome can only change if one of these changes. */
class SeenPaths {
  /** Listed: a name that comes or goes matters. */
  readonly folders = new Set<string>();
  /** Read, or looked for in vain. */
  readonly paths = new Set<string>();
}

/** Watches the folders of whatever a run looks at, from the moment that it does. */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  #seen = new SeenPaths();
  #wake: (() => void) | undefined;
  readonly #start: string;
  /** Whether some folders could not be watched. */
  isIncomplete = false;

  /** @param start above it, only a configuration matters: those folders are listed to find one, and hold much else */
  constructor(start: string) {
    this.#start = start;
  }

  /** How many folders are watched. */
  get size(): number {
    return this.#watchers.size;
  }

  /** Starts over for the next run: folders that it does not look at are no longer watched after {@link settle}. */
  begin(): void {
    this.#seen = new SeenPaths();
  }

  /** Called before a folder is listed. */
  list(folder: string): void {
    this.#seen.folders.add(folder);
    this.#watch(folder);
  }

  /** Called before a path is read or looked for. */
  look(path: string): void {
    if (this.#seen.paths.has(path)) return;
    this.#seen.paths.add(path);
    this.#watch(dirname(path));
  }

  /** Called after a run. */
  settle(): void {
    const needed = new Set([...this.#seen.folders, ...[...this.#seen.paths].map((path) => dirname(path))]);
    for (const folder of this.#watchers.keys()) if (!needed.has(folder)) this.#close(folder);
  }

  /** The paths that have changed, once they stop to; those since the last answer included. */
  async nextChanges(): Promise<readonly string[]> {
    if (this.#changed.size === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const deadline = performance.now() + maxDelay;
    for (let before = -1; before !== this.#changed.size && performance.now() < deadline; ) {
      before = this.#changed.size;
      await new Promise((resolve) => setTimeout(resolve, quietTime));
    }
    const changed = [...this.#changed].sort();
    this.#changed.clear();
    // A folder that was replaced by another one of its name has to be watched again.
    for (const folder of this.#watchers.keys()) {
      if (changed.some((path) => isWithin(folder, path))) this.#close(folder);
    }
    return changed;
  }

  close(): void {
    for (const folder of [...this.#watchers.keys()]) this.#close(folder);
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    if (this.#watchers.size >= maxFolders) {
      this.isIncomplete = true;
      return;
    }
    try {
      const watcher = watch(folder, (event, name) => this.#tell(folder, event, name));
      // Such as a folder that was deleted; the folder above reports it, too.
      watcher.on('error', () => this.#close(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A missing file is reported by the folder above, once it exists.
      if (code === 'ENOSPC' || code === 'EMFILE') this.isIncomplete = true;
      else if (code === 'ENOENT' && dirname(folder) !== folder) this.look(folder);
    }
  }

  #tell(folder: string, event: string, name: string | null): void {
    const path = name === null ? folder : join(folder, name);
    const { paths, folders } = this.#seen;
    if (name !== null && isEditorFile(name) && !folders.has(path)) return;
    const itself = name === basename(folder) && folders.has(folder);
    const isAbove = folder !== this.#start && isWithin(this.#start, folder);
    const isNew = event === 'rename' && folders.has(folder) && (!isAbove || configurationFiles.has(basename(path)));
    const matters = paths.has(path) || folders.has(path) || itself || isNew;
    if (!matters) return;
    this.#changed.add(path);
    this.#wake?.();
    this.#wake = undefined;
  }

  #close(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
