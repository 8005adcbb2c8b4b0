import { READERS_BY_FOLDER, readersOf } from '../../dialect/skill-folders.ts';
import { MAX_REPOSITORY_PLUGINS } from '../../platform/bounds.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { folderOf, isWithin, lastPart, relativeTo } from '../../platform/paths.ts';
import type { PluginAgents, SkillSource, SourceError } from '../catalog-skill.ts';
import { configFolder, type Session } from '../session.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { sourceLimits, whyNotLoaded } from '../settings/source-limits.ts';
import { shownPath } from '../shown-path.ts';
import type { NestedFolders } from './nested-folders.ts';
import { type MarketplaceEntry, type PluginPart, readPluginLayout } from './plugin-layout.ts';
import type { LooseSource } from './plugin-sources.ts';
import { findListedPlugins, type ListedPlugin } from './repository-marketplaces.ts';
import { findCollections } from './skill-collections.ts';

/*
 * The offers of a repository: plugins, the plugins of a marketplace, and folders of skills. Claude Code loads
 * none of it in a session in this folder, so it is not part of the session: see `Repository`.
 */

/**
 * A plugin or a folder of skills in the session's folder that Claude Code does not load, or a folder of another product in
 * the user's home.
 */
export interface RepositoryPlugin {
  /** Unique in a session, the same after a reload. */
  readonly key: string;
  readonly kind: 'plugin' | 'collection';
  /** The plugin's name; of a collection, its path in the session's folder or from the user's home, or the folder's name. */
  readonly name: string;
  /** The plugin's folder, or that of the collection. */
  readonly root: string;
  /** Where its skills and commands are; for a collection, as if it was the project's folder of skills. */
  readonly sources: readonly LooseSource[];
  /** Where new skills belong; it may not exist yet. */
  readonly skillsFolder: string;
  /** The folder that `--plugin-dir` has to name to load it; undefined if there is none. */
  readonly pluginFolder: string | undefined;
  /** Why nobody can install it, or why Claude Code would load nothing of it. */
  readonly problem: SourceError | undefined;
  /** Whether the problem is only about installing it: `--plugin-dir` loads it. */
  readonly loadsByPath: boolean;
  /** The file of the marketplace that lists it, the marketplace's name, and the plugin's name there; undefined if none does. */
  readonly listedIn?: string | undefined;
  readonly marketplace?: string | undefined;
  readonly entryName?: string | undefined;
  /** The products that read a collection where it is, such as Codex; none for other folders. */
  readonly readers: readonly string[];
}

/** The offers of a repository. */
interface FoundRepository {
  /** By folder; those of one marketplace in its order. */
  readonly plugins: readonly RepositoryPlugin[];
  /** Files that could not be read, or are left out. */
  readonly errors: readonly SourceError[];
}

/** How many plugins are read at a time. */
const concurrency = 16;

/** A plugin before its files are read. */
type PluginPlace = Pick<ListedPlugin, 'root'> & Partial<ListedPlugin>;

/**
 * Finds the plugins and collections of skills in a session's folder that the session does not load, and the folders of
 * other products in the user's home. Nothing else is read.
 *
 * @param below what was found in the session's folder
 * @param loaded the sources of the session
 */
export async function findRepositoryPlugins(
  session: Session,
  settings: SessionSettings,
  below: NestedFolders,
  loaded: readonly SkillSource[],
): Promise<FoundRepository> {
  const { folder, files } = session;
  const errors: SourceError[] = [];
  const offered = below.plugins.filter((path) => !isForOthers(path, session));
  const listed = await findListedPlugins(offered, session, errors);
  const manifests = await mapConcurrently(offered, concurrency, (path) =>
    files.typeOf(`${path}/.claude-plugin/plugin.json`),
  );
  const rootsListed = new Set(listed.map(({ root }) => root));
  const unlisted = offered.filter((root, index) => manifests[index] !== undefined && !rootsListed.has(root));
  const places: PluginPlace[] = [...listed, ...unlisted.map((root) => ({ root }))];
  places.sort((a, b) => (a.root < b.root ? -1 : a.root > b.root ? 1 : 0));
  const kept = withinBound(places, folder!, errors);
  const plugins = await mapConcurrently(kept, concurrency, async (place): Promise<RepositoryPlugin> => {
    const { listedIn, marketplace, entry } = place;
    return { ...(await readPlugin(place, session)), listedIn, marketplace, entryName: entry?.name };
  });
  const leftOut = places.slice(kept.length).map(({ root }) => ({ root, sources: [{ folder: root }] }));
  const free = await findCollections(below.skills, [...plugins, ...leftOut], loaded, session);
  const collections = withinBound(
    free.filter((path) => !isForOthers(path, session) || readersOf(path).length > 0),
    folder!,
    errors,
  ).map((path) => collectionAt(path, 'skills', session));
  const isSkillItself = below.skills.includes(folder!) && !loaded.some((source) => isWithin(folder!, source.folder));
  if (isSkillItself && collections.length === 0 && plugins.length === 0) {
    collections.push(collectionAt(folder!, 'skill', session));
  }
  const atHome = (await foldersAtHome(session)).map((path) => collectionAt(path, 'skills', session));
  const found = [...plugins.filter((plugin) => !isLoaded(plugin, loaded)), ...collections, ...atHome];
  return { plugins: found.map((plugin) => limited(plugin, session, settings)), errors };
}

/** The folders of skills of other products in the user's home. */
async function foldersAtHome({ folder, environment: { home }, files }: Session): Promise<readonly string[]> {
  if (home === undefined) return [];
  const paths = [...READERS_BY_FOLDER.keys()].map((name) => `${home}/${name}/skills`);
  const types = await Promise.all(paths.map((path) => files.typeOf(path)));
  return paths.filter((path, index) => types[index] === 'folder' && !isWithin(path, folder));
}

/** Folders of other products, and Claude Code's own copies of plugins if the session's folder holds those. */
function isForOthers(path: string, session: Session): boolean {
  const config = configFolder(session);
  if (config !== undefined && isWithin(path, `${config}/plugins`)) return true;
  const parts = path === session.folder ? [] : relativeTo(path, session.folder!).split('/');
  const hidden = parts.findIndex((part) => part.startsWith('.'));
  // `skills/.curated` is a category, `.agents/skills` belongs to another product.
  return hidden >= 0 && !parts.slice(0, hidden).includes('skills');
}

function withinBound<Place>(places: readonly Place[], folder: string, errors: SourceError[]): readonly Place[] {
  if (places.length <= MAX_REPOSITORY_PLUGINS) return places;
  const message = `Only the first ${MAX_REPOSITORY_PLUGINS} of ${places.length} plugins and collections in this folder are shown`;
  errors.push({ source: 'plugin', path: folder, message });
  return places.slice(0, MAX_REPOSITORY_PLUGINS);
}

async function readPlugin(
  { root, entry, listedIn, refusal }: PluginPlace,
  session: Session,
): Promise<RepositoryPlugin> {
  const { files, runtime } = session;
  const given = entry?.name ?? lastPart(root);
  const key = `plugin:${root}${entry ? `:${entry.name}` : ''}`;
  const failed = (path: string, message: string, parts: readonly PluginPart[], loadsByPath = false) =>
    toPlugin(key, given, root, parts, { path, message }, loadsByPath);
  if (!(await isReallyInside(root, session))) {
    return failed(root, 'The plugin is outside of this folder, so it is not shown', []);
  }
  const type = await files.typeOf(root);
  if (type !== 'folder') {
    const lost = `The folder ${type === undefined ? 'does not exist' : 'is a file'}, so the plugin cannot be installed`;
    return failed(listedIn ?? root, refusal ?? lost, []);
  }
  const layout = await readPluginLayout(
    root,
    runtime,
    files,
    refusal === undefined ? entry : entry && nameAlone(entry),
    // `listedIn` is `.claude-plugin/marketplace.json`.
    listedIn === undefined ? root : folderOf(folderOf(listedIn)),
  );
  if ('parts' in layout) {
    const problem = refusal === undefined ? undefined : { path: listedIn ?? root, message: refusal };
    return toPlugin(key, layout.name, root, layout.parts, problem, layout.loadsByPath, layout.agents);
  }
  const isOfEntry = layout.path === root && listedIn !== undefined;
  return failed(isOfEntry ? listedIn : layout.path, layout.message, await usualParts(root, session), isOfEntry);
}

/** Only the name of a refused entry is read. */
function nameAlone({ name }: MarketplaceEntry): MarketplaceEntry {
  return {
    name,
    skills: undefined,
    commands: undefined,
    agents: undefined,
    replacesManifest: false,
    namesParts: false,
  };
}

/** Whether no link leads out of the session's folder. */
async function isReallyInside(path: string, { files, folder }: Session): Promise<boolean> {
  const [real, above] = await Promise.all([files.realPath(path), files.realPath(folder!)]);
  return real === undefined || isWithin(real, above);
}

/** Where a plugin that is rejected keeps its files if it does as most do. */
async function usualParts(root: string, { files }: Session): Promise<PluginPart[]> {
  const parts = (['commands', 'skills'] as const).map((kind): PluginPart => ({ kind, path: `${root}/${kind}` }));
  const types = await Promise.all(parts.map(({ path }) => files.typeOf(path)));
  return parts.filter((_, index) => types[index] === 'folder');
}

function toPlugin(
  key: string,
  name: string,
  root: string,
  parts: readonly PluginPart[],
  problem: Pick<SourceError, 'path' | 'message'> | undefined,
  loadsByPath: boolean,
  agents?: PluginAgents,
): RepositoryPlugin {
  const sources = parts.map(
    ({ kind, path, command }): LooseSource => ({
      tier: 'plugin',
      origin: 'plugin',
      kind,
      folder: path,
      owner: root,
      plugin: name,
      pluginKey: `${name}@inline`,
      scope: undefined,
      blockedBy: problem?.message,
      refusedIn: problem?.path,
      lazy: false,
      repository: key,
      agents,
      command,
    }),
  );
  const skillsFolder = sources.find(({ kind }) => kind === 'skills')?.folder ?? `${root}/skills`;
  return {
    key,
    kind: 'plugin',
    name,
    root,
    sources,
    skillsFolder,
    pluginFolder: root,
    problem: problem && { source: 'plugin', ...problem },
    loadsByPath,
    readers: [],
  };
}

/** A folder of skills that would be copied to the project's own, or one skill alone. */
function collectionAt(path: string, kind: 'skills' | 'skill', session: Session): RepositoryPlugin {
  const folder = session.folder!;
  const key = `collection:${path}`;
  const isAtHome = !isWithin(path, folder);
  const tier = isAtHome ? 'user' : 'project';
  const source: LooseSource = {
    tier,
    origin: tier,
    kind,
    folder: path,
    owner: isAtHome ? session.environment.home! : folder,
    plugin: undefined,
    scope: undefined,
    lazy: false,
    repository: key,
  };
  return {
    key,
    kind: 'collection',
    name: path === folder ? lastPart(folder) : shownPath(path, session),
    root: path,
    sources: [source],
    skillsFolder: path,
    pluginFolder: kind === 'skill' ? path : folderWithSkills(path, folder),
    problem: undefined,
    loadsByPath: true,
    readers: readersOf(path),
  };
}

/** A folder is a plugin, too, if it has a folder `skills`. */
function folderWithSkills(path: string, folder: string): string | undefined {
  return lastPart(path) === 'skills' && path !== folder && readersOf(path).length === 0 ? folderOf(path) : undefined;
}

/** Settings that keep plugins or the project's skills from loading also keep those of the repository from it. */
function limited(plugin: RepositoryPlugin, session: Session, settings: SessionSettings): RepositoryPlugin {
  const limits = sourceLimits(session, settings);
  if (limits.length === 0) return plugin;
  const sources = plugin.sources.map((source) => ({
    ...source,
    blockedBy: source.blockedBy ?? whyNotLoaded(source, limits),
  }));
  return { ...plugin, sources };
}

/** Whether the session has it: as a folder named for it, or by its marketplace. */
function isLoaded({ root, name }: RepositoryPlugin, loaded: readonly SkillSource[]): boolean {
  return loaded.some(
    ({ owner, plugin, pluginKey }) =>
      plugin !== undefined && owner === root && (plugin === name || pluginKey?.endsWith('@inline')),
  );
}
