import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { MAX_FILE_BYTES, SMALL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { lastPart, relativeTo } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ScratchEntry } from '../../../platform/scratch-folders.ts';

/** Files of a plugin that are copied, and their bytes. */
const maxFiles = 5_000;
const maxBytes = 64 * 1024 * 1024;

/** A folder with one of these is a plugin or skill. */
const roots = new Set(['.claude-plugin/plugin.json', 'SKILL.md']);

/**
 * The files of a plugin as it was, with the evaluations of today and without results.
 *
 * @param evaluations the folder of today's evaluations, in the plugin
 * @param then the files of the revision
 */
export async function oldVersionEntries(
  owner: string,
  evaluations: string,
  then: FileSystem,
  now: FileSystem,
): Promise<readonly ScratchEntry[] | Refusal> {
  if ((await then.typeOf(owner)) !== 'folder') return { problem: `The revision has no folder ${lastPart(owner)}` };
  const copy = new BoundedCopy(lastPart(owner));
  const below = relativeTo(evaluations, owner);
  await copy.add(owner, '', then, below);
  await copy.add(evaluations, `${below}/`, now, 'results');
  if (copy.problem !== undefined) return { problem: copy.problem };
  // Evaluations may be in a folder deeper in a plugin.
  const isOne = copy.entries.some(({ path }) => roots.has(path.slice(lastPart(owner).length + 1)));
  return isOne ? copy.entries : { problem: `In that revision, ${lastPart(owner)} is not a plugin or skill` };
}

/** Gathers files of folders, up to a limit. */
class BoundedCopy {
  readonly entries: ScratchEntry[] = [];
  readonly #name: string;
  problem: string | undefined;
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** @param skipped the folder in it that is left out */
  async add(folder: string, prefix: string, files: FileSystem, skipped: string): Promise<void> {
    const walk = new BoundedWalk(files, SMALL_WALK);
    const isEntered = ({ path, name }: { readonly path: string; readonly name: string }) =>
      isPlainName(name) && path !== skipped;
    for await (const { path, name, type, isLink } of entriesBelow(folder, walk, isEntered)) {
      // A link may lead anywhere.
      if (type !== 'file' || isLink || !isPlainName(name) || this.problem !== undefined) continue;
      const bytes = await files.readFile(`${folder}/${path}`, MAX_FILE_BYTES);
      if (!bytes) {
        this.problem = `${path} cannot be read, or is too large to be copied`;
        continue;
      }
      this.#bytes += bytes.length;
      const isExecutable = (await files.isExecutable(`${folder}/${path}`)) === true;
      this.entries.push({ path: `${this.#name}/${prefix}${path}`, bytes, isExecutable });
      if (this.#bytes > maxBytes || this.entries.length > maxFiles)
        this.problem = 'The plugin is too large to be copied';
    }
    if (walk.cut !== undefined) this.problem ??= `The plugin is too large to be copied: ${walk.cut}`;
  }
}

/** A database of git may hold any name, but none of those leads out of the copy, or is read as a repository. */
function isPlainName(name: string): boolean {
  return !/^\.{1,2}$|^\.git$|[\\/:\0]/i.test(name);
}
