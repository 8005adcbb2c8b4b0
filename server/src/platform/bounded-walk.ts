import { inThousands } from '../document/text/numbers.ts';
import { MAX_FOLDER_ENTRIES, type WalkBounds } from './bounds.ts';
import type { FileSystem, FolderEntry } from './file-system.ts';

/** A folder that a walk could not list. */
export interface UnreadableFolder {
  readonly path: string;
  /** Worded for parentheses. */
  readonly reason: string;
}

/** An entry of a folder, at any depth. */
interface EntryBelow extends FolderEntry {
  /** Relative to the folder. */
  readonly path: string;
}

/** Everything in a folder, level by level. Links are named, and not followed. */
export async function* entriesBelow(
  root: string,
  walk: BoundedWalk,
  isEntered: (folder: EntryBelow) => boolean = () => true,
): AsyncGenerator<EntryBelow> {
  let level = [''];
  for (let depth = 0; level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      for (const entry of await walk.list(folder ? `${root}/${folder}` : root, depth)) {
        const below = { ...entry, path: folder ? `${folder}/${entry.name}` : entry.name };
        yield below;
        if (below.type === 'folder' && !below.isLink && isEntered(below)) next.push(below.path);
      }
    }
    level = next;
  }
}

/**
 * Lists folders for one walk until a limit is reached: from then on, every folder is empty. The walk itself decides
 * which folders it requests and in which order, and finally reports {@link cut} and {@link unreadable}.
 */
export class BoundedWalk {
  readonly unreadable: UnreadableFolder[] = [];
  readonly #files: FileSystem;
  readonly #bounds: WalkBounds;
  readonly #now: () => number;
  readonly #start: number;
  readonly #entered = new Set<string>();
  #folders = 0;
  #entries = 0;
  #cut: string | undefined;
  #hasMissed = false;

  constructor(files: FileSystem, bounds: WalkBounds, now: () => number = () => performance.now()) {
    this.#files = files;
    this.#bounds = bounds;
    this.#now = now;
    this.#start = now();
  }

  /** The limit that was reached, as words after "looked into": `2,000 folders`. Undefined if everything was read. */
  get cut(): string | undefined {
    return this.#cut;
  }

  /** Whether every requested folder exists and was listed. */
  get isComplete(): boolean {
    return this.#cut === undefined && !this.#hasMissed;
  }

  /**
   * The names in a folder; none if it is not a folder, cannot be listed or is beyond the limits.
   *
   * @param depth how far below the start of the walk it is
   */
  async list(folder: string, depth: number): Promise<readonly FolderEntry[]> {
    if (!this.#mayList(depth)) return [];
    this.#folders++;
    const entries = await this.#files.readFolder(folder);
    if (!entries) {
      this.#hasMissed = true;
      const reason = await this.#files.whyUnreadable(folder, 'folder');
      if (reason !== undefined) this.unreadable.push({ path: folder, reason });
      return [];
    }
    const room = Math.max(0, this.#bounds.entries - this.#entries);
    this.#entries += entries.length;
    if (entries.length >= MAX_FOLDER_ENTRIES) this.#end(`${inThousands(MAX_FOLDER_ENTRIES)} names of one folder`);
    if (entries.length <= room) return entries;
    this.#end(`${inThousands(this.#bounds.entries)} names`);
    return entries.slice(0, room);
  }

  /** Like {@link list}, once for every real folder: links may form cycles, and lead to one folder by many paths. */
  async enter(folder: string, depth: number): Promise<readonly FolderEntry[]> {
    if (!this.#mayList(depth)) return [];
    const real = await this.#files.realPath(folder);
    if (real !== undefined && this.#entered.has(real)) return [];
    if (real !== undefined) this.#entered.add(real);
    return this.list(folder, depth);
  }

  #mayList(depth: number): boolean {
    const { folders, depth: deepest, milliseconds } = this.#bounds;
    if (depth > deepest) this.#end(`${inThousands(deepest)} folders one inside the other`);
    else if (this.#folders >= folders) this.#end(`${inThousands(folders)} folders`);
    else if (this.#now() - this.#start > milliseconds)
      this.#end(`what ${inThousands(milliseconds / 1000)} seconds allow`);
    else return true;
    return false;
  }

  #end(bound: string): void {
    this.#cut ??= bound;
  }
}
