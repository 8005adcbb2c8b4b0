import { readLooseText } from '../../dialect/coercion.ts';
import { readDocument } from '../../document/read-document.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { lastPart } from '../../platform/paths.ts';
import type { CatalogAgent } from '../catalog.ts';
import type { SourceError } from '../catalog-skill.ts';
import { errorsOfWalk, readOrReport } from '../settings/unreadable-files.ts';

const concurrency = 16;

interface AgentFolder {
  readonly agents: readonly CatalogAgent[];
  readonly errors: readonly SourceError[];
  /** Whether there can be no other agents: nothing was left out or unreadable. */
  readonly isComplete: boolean;
}

/** Plugins load every file, with whatever it says. Recorded in test/conformance, own-agents and own-plugin-agents. */
export type AgentOwner = 'own' | 'plugin';

/** Reads the agents in a folder and all folders below it, including hidden ones. */
export async function readAgentFolder(
  folder: string,
  owner: AgentOwner,
  files: FileSystem,
  runtime: RuntimeId,
): Promise<AgentFolder> {
  const walk = new BoundedWalk(files, SMALL_WALK);
  const paths = await listMarkdownFiles(folder, owner === 'plugin' ? /\.md$/i : /\.md$/, walk);
  const read = await readAll(paths, owner, files, runtime);
  const errors = [...errorsOfWalk(walk, folder, 'agents'), ...read.errors];
  return { agents: read.agents, errors, isComplete: errors.length === 0 && read.isComplete };
}

/** Reads the files that a plugin names as its agents. */
export function readAgentFiles(paths: readonly string[], files: FileSystem, runtime: RuntimeId): Promise<AgentFolder> {
  return readAll(paths, 'plugin', files, runtime);
}

async function readAll(
  paths: readonly string[],
  owner: AgentOwner,
  files: FileSystem,
  runtime: RuntimeId,
): Promise<AgentFolder> {
  const read = await mapConcurrently(paths, concurrency, (path) => readAgent(path, owner, files, runtime));
  return {
    agents: read.flatMap(({ agent }) => agent ?? []),
    errors: read.flatMap(({ errors }) => errors),
    isComplete: read.every(({ isUnread }) => !isUnread),
  };
}

/** The files in a folder and those below it with an extension, including entries that turn out not to be files. */
async function listMarkdownFiles(folder: string, extension: RegExp, walk: BoundedWalk): Promise<string[]> {
  const paths: string[] = [];
  const visit = async (at: string, depth: number): Promise<void> => {
    for (const { name, type } of await walk.enter(at, depth)) {
      if (type === 'folder') await visit(`${at}/${name}`, depth + 1);
      else if (extension.test(name)) paths.push(`${at}/${name}`);
    }
  };
  await visit(folder, 0);
  return paths;
}

interface ReadAgent {
  readonly agent?: CatalogAgent;
  readonly errors: readonly SourceError[];
  /** Whether Claude Code may find an agent where none could be read. */
  readonly isUnread?: boolean;
}

/**
 * A file is an agent if it has a name and a description, both of them strings. In a plugin, every file is one, named like
 * the file if it has no name.
 */
async function readAgent(path: string, owner: AgentOwner, files: FileSystem, runtime: RuntimeId): Promise<ReadAgent> {
  const errors: SourceError[] = [];
  const bytes = await readOrReport(path, 'agents', files, errors);
  if (!bytes) return { errors };
  const { fields, reading } = readDocument(new TextDecoder().decode(bytes), runtime).frontmatter;
  if (reading === 'unread') return { errors, isUnread: true };
  const skills = preloadedSkills(fields.get('skills')?.value);
  if (owner === 'plugin') {
    const name = readLooseText(fields.get('name')?.value, runtime) ?? lastPart(path).replace(/\.md$/i, '');
    return { agent: { name, path, skills }, errors };
  }
  const name = writtenText(fields.get('name')?.value);
  if (name === '' || writtenText(fields.get('description')?.value) === '') return { errors };
  return { agent: { name, path, skills }, errors };
}

/** The names under `skills:`, a list or a string separated by commas or whitespace. */
function preloadedSkills(value: YamlValue | undefined): readonly string[] {
  if (!value) return [];
  const names = value.kind === 'list' ? value.items.map(writtenText) : writtenText(value).split(/[\s,]+/);
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** A string; empty for everything else, including numbers. */
function writtenText(value: YamlValue | undefined): string {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
}
