import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { KnownSurroundings } from '../../evaluation/surroundings/evaluation-surroundings.ts';
import { MAX_FOLDER_ENTRIES } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { oncePerKey } from '../../platform/once.ts';
import { KnownPlugins } from '../discover/plugin-root.ts';
import { type AgentOwner, readAgentFolder } from '../discover/read-agent-folder.ts';
import type { KnownSetAside } from './set-aside.ts';

const none: ReadonlySet<string> = new Set();

/**
 * The names of agents and skills that a file can use. Each folder is read once per object, because the files of a run
 * share nearly all the folders above them. In an editor, where folders change, an object serves one query only.
 */
export class NamesInScope {
  /** Which folders above the files are plugins. */
  readonly plugins = new KnownPlugins();
  /** The first copy of a skill in each folder of translations or other editions. */
  readonly firstCopies: Map<string, Promise<string | undefined>> = new Map();
  /** The folders of backups or data of tests, as far as they are known. */
  readonly setAside: KnownSetAside = new Map();
  /** The skills that plugins offer to their evaluations. */
  readonly evaluations = new KnownSurroundings();
  readonly #files: FileSystem;
  readonly #agents = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  readonly #skills = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  readonly #commands = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  /** Unions of two sets: files with the same folders above them share one set. */
  readonly #unions = new WeakMap<ReadonlySet<string>, WeakMap<ReadonlySet<string>, ReadonlySet<string>>>();

  constructor(files: FileSystem) {
    this.#files = files;
  }

  /**
   * The names of the agents in every agents folder in scope; undefined if some cannot be known.
   *
   * @param folders those that hold the file, nearest first
   * @param userFolder where the user's own agents, skills and settings are
   */
  async agentNames(
    folders: readonly string[],
    pluginRoot: string | undefined,
    userFolder: string | undefined,
  ): Promise<ReadonlySet<string> | undefined> {
    const places = folders.map((folder) => `${folder}/.claude/agents`);
    const ofPlugin = pluginRoot && `${pluginRoot}/agents`;
    if (ofPlugin) places.push(ofPlugin);
    if (userFolder) places.push(`${userFolder}/agents`);
    return this.#union(places, this.#agents, (place) =>
      readAgentNames(place, place === ofPlugin ? 'plugin' : 'own', this.#files),
    );
  }

  /**
   * The names of the folders next to the skill's own and in every `.claude/skills` in scope; undefined if there are too
   * many to list.
   *
   * @param folders those that hold the file, nearest first
   * @param around the folder that holds the skill's own
   * @param userFolder where the user's own agents, skills and settings are
   */
  async skillNames(
    folders: readonly string[],
    around: string | undefined,
    userFolder: string | undefined,
  ): Promise<ReadonlySet<string> | undefined> {
    const places = folders.map((folder) => `${folder}/.claude/skills`);
    if (around) places.push(around);
    if (userFolder) places.push(`${userFolder}/skills`);
    return this.#union(places, this.#skills, (place) => readFolderNames(place, this.#files));
  }

  /** The names of the files in every commands folder in scope; undefined if there are too many to list. */
  async commandNames(
    folders: readonly string[],
    pluginRoot: string | undefined,
    userFolder: string | undefined,
  ): Promise<ReadonlySet<string> | undefined> {
    const places = folders.map((folder) => `${folder}/.claude/commands`);
    if (pluginRoot) places.push(`${pluginRoot}/commands`);
    if (userFolder) places.push(`${userFolder}/commands`);
    return this.#union(places, this.#commands, (place) => readCommandNames(place, this.#files));
  }

  async #union(
    places: readonly string[],
    known: Map<string, Promise<ReadonlySet<string> | undefined>>,
    read: (place: string) => Promise<ReadonlySet<string> | undefined>,
  ): Promise<ReadonlySet<string> | undefined> {
    const sets = [...new Set(places)].map((place) => oncePerKey(known, place, () => read(place)));
    let all: ReadonlySet<string> | undefined = none;
    for (const names of await Promise.all(sets)) all = all && names && this.#join(all, names);
    return all;
  }

  #join(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
    if (a.size === 0) return b;
    if (b.size === 0) return a;
    const joined = oncePerKey(this.#unions, a, () => new WeakMap());
    return oncePerKey(joined, b, () => new Set([...a, ...b]));
  }
}

async function readFolderNames(place: string, files: FileSystem): Promise<ReadonlySet<string> | undefined> {
  const entries = (await files.readFolder(place)) ?? [];
  if (entries.length >= MAX_FOLDER_ENTRIES) return undefined;
  const folders = entries.filter(({ type }) => type === 'folder');
  return folders.length > 0 ? new Set(folders.map(({ name }) => name)) : none;
}

/** Commands in folders one level deep count too; those below are rare. */
async function readCommandNames(place: string, files: FileSystem): Promise<ReadonlySet<string> | undefined> {
  const entries = (await files.readFolder(place)) ?? [];
  const below = await Promise.all(
    entries.filter(({ type }) => type === 'folder').map(({ name }) => files.readFolder(`${place}/${name}`)),
  );
  const all = [...entries, ...below.flatMap((it) => it ?? [])];
  if (all.length >= MAX_FOLDER_ENTRIES) return undefined;
  const names = all.filter(({ name }) => name.endsWith('.md')).map(({ name }) => name.slice(0, -'.md'.length));
  return names.length > 0 ? new Set(names) : none;
}

async function readAgentNames(
  place: string,
  owner: AgentOwner,
  files: FileSystem,
): Promise<ReadonlySet<string> | undefined> {
  const { agents, isComplete } = await readAgentFolder(place, owner, files, DEFAULT_RUNTIME);
  if (!isComplete) return undefined;
  return agents.length > 0 ? new Set(agents.map(({ name }) => name)) : none;
}
