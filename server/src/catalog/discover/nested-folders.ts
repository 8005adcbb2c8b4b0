import { MAX_WILDCARD_PATTERNS } from '../../dialect/limits.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { IgnoreRules } from '../../patterns/ignore-rules.ts';
import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { LARGE_WALK } from '../../platform/bounds.ts';
import type { FileSystem, FolderEntry } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import type { SourceError } from '../catalog-skill.ts';
import { errorsOfWalk, readOrReport } from '../settings/unreadable-files.ts';

const concurrency = 16;

/** Folders that never contain skills of their own. */
const skipped = new Set(['.git', 'node_modules', '.claude']);

/** The result of a search below a project. Folders are in the order of their paths. */
export interface NestedFolders {
  /** Folders with a `.claude/skills`; never the start itself. */
  readonly owners: readonly string[];
  /** Folders with a `SKILL.md`, wherever they are. Claude Code does not search for these. */
  readonly skills: readonly string[];
  /** Folders with a `.claude-plugin`, likewise. */
  readonly plugins: readonly string[];
  /** Folders that could not be read, and lines of `.gitignore` files that are not applied. */
  readonly errors: readonly SourceError[];
}

/**
 * Finds the folders below a project that have skills of their own, and in the same walk what the project offers to
 * others. What git ignores is left out: Claude Code does not find it either.
 *
 * @param start the session's folder
 */
export async function findNestedFolders(start: string, files: FileSystem): Promise<NestedFolders> {
  const owners: string[] = [];
  const skills: string[] = [];
  const plugins: string[] = [];
  const errors: SourceError[] = [];
  const walk = new BoundedWalk(files, LARGE_WALK);
  let level: Visit[] = [{ folder: start, rules: [] }];
  for (let depth = 0; level.length > 0 && walk.cut === undefined; depth++) {
    const next = await mapConcurrently(level, concurrency, async (visit) => {
      return look(visit, await walk.enter(visit.folder, depth), files, errors);
    });
    for (const [index, { hasSkills, isSkill, isPlugin }] of next.entries()) {
      const { folder } = level[index]!;
      if (hasSkills && folder !== start) owners.push(folder);
      if (isSkill) skills.push(folder);
      if (isPlugin) plugins.push(folder);
    }
    level = next.flatMap(({ below }) => below);
  }
  return {
    owners: owners.sort(),
    skills: skills.sort(),
    plugins: plugins.sort(),
    errors: [...errors, ...errorsOfWalk(walk, start, 'nested')],
  };
}

interface Visit {
  readonly folder: string;
  /** The `.gitignore` files that apply here, the outermost first. */
  readonly rules: readonly { readonly base: string; readonly rules: IgnoreRules }[];
}

/** The entries of a folder. */
interface Seen {
  readonly hasSkills: boolean;
  readonly isSkill: boolean;
  readonly isPlugin: boolean;
  readonly below: Visit[];
}

async function look(
  visit: Visit,
  entries: readonly FolderEntry[],
  files: FileSystem,
  errors: SourceError[],
): Promise<Seen> {
  const { folder } = visit;
  const rules = entries.some(({ name }) => name === '.gitignore')
    ? [...visit.rules, { base: folder, rules: await readIgnoreFile(`${folder}/.gitignore`, files, errors) }]
    : visit.rules;
  const hasClaude = entries.some(({ name, type }) => name === '.claude' && type === 'folder');
  return {
    hasSkills: hasClaude && (await files.typeOf(`${folder}/.claude/skills`)) === 'folder',
    isSkill: entries.some(({ name, type }) => name === 'SKILL.md' && type === 'file'),
    isPlugin: entries.some(({ name, type }) => name === '.claude-plugin' && type === 'folder'),
    below: entries
      .filter(({ name, type }) => type === 'folder' && !skipped.has(name))
      .map(({ name }) => ({ folder: `${folder}/${name}`, rules }))
      .filter((it) => !isIgnored(it)),
  };
}

async function readIgnoreFile(path: string, files: FileSystem, errors: SourceError[]): Promise<IgnoreRules> {
  const bytes = await readOrReport(path, 'nested', files, errors);
  const rules = new IgnoreRules(new TextDecoder().decode(bytes).split(/\r?\n/), MAX_WILDCARD_PATTERNS);
  if (rules.leftOut.length > 0) errors.push({ source: 'nested', path, message: notApplied(rules.leftOut.length) });
  return rules;
}

/** @param count of lines */
function notApplied(count: number): string {
  const lines = count === 1 ? 'A line is' : `${count} lines are`;
  const max = inThousands(MAX_WILDCARD_PATTERNS);
  return `${lines} not applied, because the lines with wildcards together have more than ${max} characters. Shorten the file or split it into several folders`;
}

function isIgnored({ folder, rules }: Visit): boolean {
  return rules.some(({ base, rules }) => rules.ignores(`${folder.slice(base.length + 1)}/`));
}
