import { oncePerKey } from '../platform/once.ts';
import { isWithin } from '../platform/paths.ts';
import { type WorkTurns, withoutPause } from '../platform/work-turns.ts';
import type { CatalogAgent } from './catalog.ts';
import type { SkillSource, SourceError } from './catalog-skill.ts';
import { readPluginAgents } from './discover/agent-files.ts';
import type { Candidate } from './discover/candidate.ts';
import { rankSources } from './discover/find-sources.ts';
import { findNestedFolders } from './discover/nested-folders.ts';
import type { LooseSource } from './discover/plugin-sources.ts';
import { findRepositoryPlugins, type RepositoryPlugin } from './discover/repository-plugins.ts';
import { scanSource } from './discover/scan-source.ts';
import { findPluginLosses, type ReadMarketplaces } from './file/plugin-losses.ts';
import type { LoadedCatalog } from './load-catalog.ts';
import type { Session } from './session.ts';
import type { SessionCatalog } from './session-catalog.ts';

/** A plugin or collection with its files. */
export interface OfferedPlugin extends RepositoryPlugin {
  readonly candidates: readonly Candidate[];
  readonly agents: readonly CatalogAgent[];
  /** Its problem, what is lost of it, and what could not be read. */
  readonly errors: readonly SourceError[];
}

/**
 * The plugins and collections in a session's folder, which the session itself does not have. {@link with} says what the
 * session would be if some of them were installed: a session of its own, so that names, precedence and the listing are
 * those that Claude Code would find.
 */
export class Repository {
  readonly plugins: readonly OfferedPlugin[];
  readonly errors: readonly SourceError[];
  readonly #loaded: LoadedCatalog;
  readonly #session: Session;
  readonly #byKey: ReadonlyMap<string, OfferedPlugin>;
  readonly #bySkill: ReadonlyMap<string, OfferedPlugin>;
  readonly #installed = new Map<string, LoadedCatalog>();

  /** With the skills that the session has by a link. */
  readonly #all: readonly OfferedPlugin[];

  constructor(
    plugins: readonly OfferedPlugin[],
    errors: readonly SourceError[],
    loaded: LoadedCatalog,
    session: Session,
  ) {
    this.#all = plugins;
    this.plugins = withoutLoaded(plugins, loaded);
    this.errors = errors;
    this.#loaded = loaded;
    this.#session = session;
    this.#byKey = new Map(this.plugins.map((plugin) => [plugin.key, plugin]));
    this.#bySkill = new Map(this.plugins.flatMap((plugin) => plugin.candidates.map(({ id }) => [id, plugin])));
  }

  plugin(key: string): OfferedPlugin | undefined {
    return this.#byKey.get(key);
  }

  /** The plugin or collection with a skill. */
  withSkill(id: string): OfferedPlugin | undefined {
    return this.#bySkill.get(id);
  }

  /** The plugin or collection that has the skill in this file, or in whose folder it is. */
  holding(path: string): OfferedPlugin | undefined {
    const has = ({ kind, folder, path: own }: Candidate) =>
      own === path || (kind === 'skill' && isWithin(path, folder));
    return this.plugins.find(({ candidates }) => candidates.some(has));
  }

  /** The skills and commands with a name, with that of their plugin or without it. */
  named(name: string): readonly Candidate[] {
    const all = this.plugins.flatMap(({ candidates }) => candidates);
    const exact = all.filter((it) => it.name === name);
    return exact.length > 0 ? exact : all.filter(({ baseName }) => baseName === name);
  }

  /** The session once these were installed. Those of the same name that the session has are replaced. */
  with(keys: readonly string[]): LoadedCatalog {
    const plugins = keys.flatMap((key) => this.#byKey.get(key) ?? []);
    const id = JSON.stringify(plugins.map(({ key }) => key));
    return oncePerKey(this.#installed, id, () => install(plugins, this.#loaded, this.#session));
  }

  /** The same plugins in a session that has changed. */
  around(loaded: LoadedCatalog): Repository {
    return new Repository(this.#all, this.errors, loaded, this.#session);
  }

  /** With the files of some plugins read again. */
  async rereading(keys: ReadonlySet<string>): Promise<Repository> {
    const known: ReadMarketplaces = new Map();
    const plugins = await Promise.all(
      this.#all.map((plugin) =>
        keys.has(plugin.key) ? readOffered(plugin, this.#session, known, withoutPause) : plugin,
      ),
    );
    return new Repository(plugins, this.errors, this.#loaded, this.#session);
  }
}

/**
 * Finds and reads what a session's folder offers; the user's home is not a repository.
 *
 * @param turns for others, while much is read
 */
export async function loadRepository(
  loaded: LoadedCatalog,
  session: Session,
  turns: Pick<WorkTurns, 'pause'> = withoutPause,
): Promise<Repository> {
  const { folder, environment, files } = session;
  if (folder === undefined || folder === environment.home) return new Repository([], [], loaded, session);
  const below = loaded.below ?? (await findNestedFolders(folder, files));
  const { plugins, errors } = await findRepositoryPlugins(session, loaded.catalog.settings, below, loaded.sources);
  const known: ReadMarketplaces = new Map();
  const read = await Promise.all(plugins.map((plugin) => readOffered(plugin, session, known, turns)));
  // A collection is only there because of its skills.
  const filled = read.filter(({ kind, candidates }) => kind === 'plugin' || candidates.length > 0);
  return new Repository(filled, errors, loaded, session);
}

/** A skill of another product that is linked into the project's own is one skill: that of the project. */
function withoutLoaded(plugins: readonly OfferedPlugin[], { catalog }: LoadedCatalog): readonly OfferedPlugin[] {
  if (!plugins.some(({ readers }) => readers.length > 0)) return plugins;
  const loaded = new Set(catalog.candidates().flatMap(({ identity }) => identity ?? []));
  return plugins.flatMap((plugin) => {
    if (plugin.readers.length === 0) return [plugin];
    const candidates = plugin.candidates.filter(({ identity }) => identity === undefined || !loaded.has(identity));
    return candidates.length > 0 ? [{ ...plugin, candidates }] : [];
  });
}

async function readOffered(
  plugin: RepositoryPlugin,
  session: Session,
  known: ReadMarketplaces,
  turns: Pick<WorkTurns, 'pause'>,
): Promise<OfferedPlugin> {
  const [scanned, agents, losses] = await Promise.all([
    Promise.all(rankSources(plugin.sources, session).map((source) => scanSource(source, session, turns))),
    readPluginAgents(session, plugin.sources),
    findPluginLosses(plugin, session.files, known),
  ]);
  return {
    ...plugin,
    candidates: scanned.flatMap(({ candidates }) => candidates),
    agents: agents.agents,
    errors: [
      ...(plugin.problem ? [plugin.problem] : []),
      ...losses,
      ...scanned.flatMap(({ errors }) => errors),
      ...agents.errors,
    ],
  };
}

function install(
  plugins: readonly OfferedPlugin[],
  { catalog, sources }: LoadedCatalog,
  session: Session,
): LoadedCatalog {
  const names = new Set(plugins.flatMap(({ kind, name }) => (kind === 'plugin' ? [name] : [])));
  const kept = sources.filter(({ plugin }) => plugin === undefined || !names.has(plugin));
  const ranked = rankSources(
    inOrder(
      kept,
      plugins.flatMap((plugin) => plugin.sources),
      session,
    ),
    session,
  );
  const byId = new Map(ranked.map((source) => [source.id, source]));
  const candidates = [...catalog.candidates(), ...plugins.flatMap((plugin) => plugin.candidates)].flatMap(
    (candidate) => {
      const source = byId.get(candidate.source.id);
      return source ? [{ ...candidate, source }] : [];
    },
  );
  const agents = [...catalog.agents(), ...plugins.flatMap((plugin) => plugin.agents)];
  const installed: SessionCatalog = catalog.with({ candidates, agents });
  return { catalog: installed, sources: ranked };
}

/** Collections come after the project's own skills, plugins after all others: first their commands, then their skills. */
function inOrder(sources: readonly SkillSource[], added: readonly LooseSource[], { folder }: Session): LooseSource[] {
  const isCommand = ({ kind }: LooseSource) => kind === 'commands' || kind === 'command';
  const isOfPlugin = ({ plugin }: LooseSource) => plugin !== undefined;
  const own = sources.findLastIndex(
    ({ origin, tier, owner }) =>
      tier === 'managed' || tier === 'user' || (origin === 'project' && tier === 'project' && owner === folder),
  );
  const placed: LooseSource[] = sources.toSpliced(
    own + 1,
    0,
    ...(added.filter((it) => !isOfPlugin(it)) as SkillSource[]),
  );
  const lastCommand = placed.findLastIndex(isCommand);
  placed.splice(lastCommand + 1, 0, ...added.filter((it) => isOfPlugin(it) && isCommand(it)));
  return [...placed, ...added.filter((it) => isOfPlugin(it) && !isCommand(it))];
}
