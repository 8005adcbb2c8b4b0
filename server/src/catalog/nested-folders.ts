import ignore, { type Ignore } from 'ignore';
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
  let level: Visit[] = [{ folder: start, rules: [] }];
  while (level.length > 0 && seen.size < mostFolders) {
    const next = await mapConcurrently(level, concurrency, (visit) => look(visit, seen, files));
    for (const [index, { hasSkills }] of next.entries()) {
      const { folder } = level[index]!;
      if (hasSkills && folder !== start) owners.push(folder);
    }
    level = next.flatMap(({ below }) => below);
  }
  return { owners: owners.sort(), incomplete: level.length > 0 };
}

interface Visit {
  readonly folder: string;
  /** The `.gitignore` files that hold here, the outermost first. */
  readonly rules: readonly { readonly base: string; readonly rules: Ignore }[];
}

async function look(
  visit: Visit,
  seen: Set<string>,
  files: FileSystem,
): Promise<{ readonly hasSkills: boolean; readonly below: Visit[] }> {
  const { folder } = visit;
  const real = await files.realPath(folder);
  if (real === undefined || seen.has(real) || seen.size >= mostFolders) return { hasSkills: false, below: [] };
  seen.add(real);
  const entries = (await files.readFolder(folder)) ?? [];
  const rules = entries.some(({ name }) => name === '.gitignore')
    ? [...visit.rules, { base: folder, rules: await readIgnoreFile(`${folder}/.gitignore`, files) }]
    : visit.rules;
  const hasClaude = entries.some(({ name, type }) => name === '.claude' && type === 'folder');
  return {
    hasSkills: hasClaude && (await files.typeOf(`${folder}/.claude/skills`)) === 'folder',
    below: entries
      .filter(({ name, type }) => type === 'folder' && !skipped.has(name))
      .map(({ name }) => ({ folder: `${folder}/${name}`, rules }))
      .filter((it) => !isIgnored(it)),
  };
}

async function readIgnoreFile(path: string, files: FileSystem): Promise<Ignore> {
  const bytes = await files.readFile(path);
  return ignore().add(new TextDecoder().decode(bytes));
}

function isIgnored({ folder, rules }: Visit): boolean {
  return rules.some(({ base, rules }) => rules.ignores(`${folder.slice(base.length + 1)}/`));
}
