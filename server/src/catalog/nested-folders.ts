import { PATTERNS_WITH_WILDCARDS } from '../dialect/limits.ts';
import { IgnoreRules } from '../patterns/ignore-rules.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { mapConcurrently } from '../platform/map-concurrently.ts';

/** More folders than this are not looked at: a search that never ends would be worse than one that misses some. */
const mostFolders = 20_000;

const concurrency = 16;

/** Folders in which nobody keeps skills of their own. */
const skipped = new Set(['.git', 'node_modules', '.claude']);

/** What a search below a project found. */
export interface NestedFolders {
  /** Folders with a `.claude/skills`, in the order of their paths; never the start itself. */
  readonly owners: readonly string[];
  /** The search ended before it had seen everything. */
  readonly incomplete: boolean;
  /** The `.gitignore` files of which not every line was applied. */
  readonly tooLong: readonly { readonly path: string; readonly leftOut: readonly string[] }[];
}

/**
 * Finds the folders below a project that have skills of their own. What git ignores is left out: the client never
 * finds it either.
 *
 * @param start the session's folder
 */
export async function findNestedFolders(start: string, files: FileSystem): Promise<NestedFolders> {
  const owners: string[] = [];
  const seen = new Set<string>();
  const tooLong: { readonly path: string; readonly leftOut: readonly string[] }[] = [];
  let level: Visit[] = [{ folder: start, rules: [] }];
  while (level.length > 0 && seen.size < mostFolders) {
    const next = await mapConcurrently(level, concurrency, (visit) => look(visit, seen, files));
    for (const [index, { hasSkills, leftOut }] of next.entries()) {
      const { folder } = level[index]!;
      if (hasSkills && folder !== start) owners.push(folder);
      if (leftOut.length > 0) tooLong.push({ path: `${folder}/.gitignore`, leftOut });
    }
    level = next.flatMap(({ below }) => below);
  }
  return { owners: owners.sort(), incomplete: level.length > 0, tooLong };
}

interface Visit {
  readonly folder: string;
  /** The `.gitignore` files that hold here, the outermost first. */
  readonly rules: readonly { readonly base: string; readonly rules: IgnoreRules }[];
}

/** What was found in a folder. */
interface Look {
  readonly hasSkills: boolean;
  readonly below: Visit[];
  /** The lines of its `.gitignore` that are not applied. */
  readonly leftOut: readonly string[];
}

async function look(visit: Visit, seen: Set<string>, files: FileSystem): Promise<Look> {
  const { folder } = visit;
  const real = await files.realPath(folder);
  if (real === undefined || seen.has(real) || seen.size >= mostFolders)
    return { hasSkills: false, below: [], leftOut: [] };
  seen.add(real);
  const entries = (await files.readFolder(folder)) ?? [];
  const own = entries.some(({ name }) => name === '.gitignore')
    ? await readIgnoreFile(`${folder}/.gitignore`, files)
    : undefined;
  const rules = own ? [...visit.rules, { base: folder, rules: own }] : visit.rules;
  const hasClaude = entries.some(({ name, type }) => name === '.claude' && type === 'folder');
  return {
    hasSkills: hasClaude && (await files.typeOf(`${folder}/.claude/skills`)) === 'folder',
    below: entries
      .filter(({ name, type }) => type === 'folder' && !skipped.has(name))
      .map(({ name }) => ({ folder: `${folder}/${name}`, rules }))
      .filter((it) => !isIgnored(it)),
    leftOut: own?.leftOut ?? [],
  };
}

async function readIgnoreFile(path: string, files: FileSystem): Promise<IgnoreRules> {
  const bytes = await files.readFile(path);
  return new IgnoreRules(new TextDecoder().decode(bytes).split(/\r?\n/), PATTERNS_WITH_WILDCARDS);
}

function isIgnored({ folder, rules }: Visit): boolean {
  return rules.some(({ base, rules }) => rules.ignores(`${folder.slice(base.length + 1)}/`));
}
