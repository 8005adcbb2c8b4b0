import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { isWithin, lastPart } from '../../platform/paths.ts';
import { isAbsolutePath } from '../../platform/slashed-path.ts';
import type { SkillSource, SourceError } from '../catalog-skill.ts';
import { configFolder, type Session, withSlashes } from '../session.ts';
import { isTrustedFolder } from '../settings/claude-code-state.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { findInstalledPlugins } from './installed-plugins.ts';
import { type MarketplaceEntry, type PluginLayout, readPluginLayout } from './plugin-layout.ts';

/** A source before its rank among the others is known. */
export type LooseSource = Omit<SkillSource, 'id' | 'rank' | 'listingOrder'>;

/** A plugin to be read. */
interface PluginRoot {
  readonly root: string;
  readonly entry?: MarketplaceEntry;
  /** `plugin@marketplace` of one that is installed. */
  readonly key?: string;
  /** Its origin: named for this session, installed, or a folder among the skills. */
  readonly origin: 'given' | 'installed' | 'among-skills';
}

interface FoundPlugin extends PluginRoot {
  readonly layout: PluginLayout;
}

/** The sources of all plugins of a session, in the order of the listing: first all commands, then all skills. */
export async function pluginSources(
  session: Session,
  settings: SessionSettings,
  claudeCodeState: unknown,
  errors: SourceError[],
): Promise<LooseSource[]> {
  const { loadsPluginsAmongSkills, pluginNamesakes } = capabilities(session.runtime);
  const [given, installed, beside] = await Promise.all([
    givenPlugins(session),
    findInstalledPlugins(session, settings, claudeCodeState),
    loadsPluginsAmongSkills ? pluginsAmongSkills(session, claudeCodeState) : [],
  ]);
  errors.push(...installed.errors);
  const others = installed.plugins.map(
    ({ key, root, entry }): PluginRoot => ({ key, root, entry, origin: 'installed' }),
  );
  const roots = pluginNamesakes === 'replaced' ? [...given, ...others, ...beside] : [...others, ...given, ...beside];
  const found = await Promise.all(roots.map((root) => readRoot(root, session, errors)));
  const plugins = found.filter((plugin) => plugin !== undefined);
  const loaded = pluginNamesakes === 'replaced' ? loadedPlugins(plugins, settings) : plugins;
  const sources = loaded.flatMap((plugin) => sourcesOf(plugin, session));
  const isCommand = ({ kind }: LooseSource) => kind === 'commands' || kind === 'command';
  return [...sources.filter(isCommand), ...sources.filter((source) => !isCommand(source))];
}

/** `--plugin-dir`, and in some releases an environment variable with the same meaning. */
async function givenPlugins(session: Session): Promise<PluginRoot[]> {
  const { runtime, environment, pluginFolders } = session;
  const { readsPluginFoldersVariable } = capabilities(runtime);
  const more = (readsPluginFoldersVariable && environment.variable('CLAUDE_CODE_PLUGIN_DIRS')) || '';
  const separator = /^[a-zA-Z]:[\\/]/.test(more) ? ';' : ':';
  const folders = [...pluginFolders, ...more.split(separator).filter(isAbsolutePath).map(withSlashes)];
  const plugins = await Promise.all([...new Set(folders)].map((root) => pluginsIn(root, session)));
  return plugins.flat().map((root): PluginRoot => ({ root, origin: 'given' }));
}

/** In releases that support it, a folder of plugins names the plugins in it. */
async function pluginsIn(root: string, { files, runtime }: Session): Promise<readonly string[]> {
  if (!capabilities(runtime).readsFoldersOfPlugins) return [root];
  const isPlugin = await Promise.all(
    [`${root}/.claude-plugin/plugin.json`, `${root}/skills`].map((path) => files.typeOf(path)),
  );
  if (isPlugin.some((type) => type !== undefined)) return [root];
  const plugins = await foldersWithManifest(root, files);
  return plugins.length > 0 ? [...plugins].sort() : [root];
}

/**
 * Folders among the user's skills, and those of a trusted session folder, that are plugins with skills of their own.
 */
async function pluginsAmongSkills(session: Session, claudeCodeState: unknown): Promise<PluginRoot[]> {
  const { folder, files, environment, settingSources } = session;
  const user = configFolder(session);
  const places = user && settingSources.includes('user') ? [`${user}/skills`] : [];
  const isProject = folder !== undefined && folder !== environment.home && settingSources.includes('project');
  if (isProject && (await isTrustedFolder(claudeCodeState, session))) places.push(`${folder}/.claude/skills`);
  const found = await Promise.all(places.map((place) => foldersWithManifest(place, files)));
  return found
    .flat()
    .filter((root) => !lastPart(root).startsWith('.'))
    .map((root): PluginRoot => ({ root, origin: 'among-skills' }));
}

/** How many folders are checked for a manifest at a time. */
const concurrency = 32;

/** The folders directly in another one that are plugins. */
async function foldersWithManifest(folder: string, files: Session['files']): Promise<readonly string[]> {
  const below = ((await files.readFolder(folder)) ?? []).filter(({ type }) => type === 'folder');
  const roots = below.map(({ name }) => `${folder}/${name}`);
  const manifests = await mapConcurrently(roots, concurrency, (root) =>
    files.typeOf(`${root}/.claude-plugin/plugin.json`),
  );
  return roots.filter((_, index) => manifests[index] === 'file');
}

async function readRoot(
  plugin: PluginRoot,
  { files, runtime }: Session,
  errors: SourceError[],
): Promise<FoundPlugin | undefined> {
  const { root, entry } = plugin;
  if ((await files.typeOf(root)) !== 'folder') {
    errors.push({ source: 'plugin', path: root, message: 'The folder does not exist' });
    return undefined;
  }
  const layout = await readPluginLayout(root, runtime, files, entry);
  if (!('parts' in layout)) {
    errors.push({ source: 'plugin', ...layout });
    return undefined;
  }
  for (const name of layout.withoutFile) {
    const message = `The command \`${name}\` is defined in the manifest, so it is not shown with the others`;
    errors.push({ source: 'plugin', path: `${root}/.claude-plugin/plugin.json`, message });
  }
  return { ...plugin, layout };
}

/**
 * The plugins that are loaded in releases in which namesakes replace each other: one named for the session replaces
 * installed ones of its name, and both replace folders among the skills. Named ones and installed ones of one name are
 * all loaded among themselves.
 */
function loadedPlugins(plugins: readonly FoundPlugin[], { enabledPlugins }: SessionSettings): readonly FoundPlugin[] {
  const taken = new Map<string, FoundPlugin>();
  return plugins.filter((plugin) => {
    const { origin, layout } = plugin;
    if (origin === 'given' && enabledPlugins.get(`${layout.name}@inline`) === false) return false;
    if (origin === 'among-skills' && enabledPlugins.get(`${layout.name}@skills-dir`) === false) return false;
    const first = taken.get(layout.name);
    if (first && (origin === 'among-skills' || first.origin !== origin)) return false;
    if (!first) taken.set(layout.name, plugin);
    return true;
  });
}

function sourcesOf({ origin, key, layout }: FoundPlugin, { folder }: Session): LooseSource[] {
  const { name, root, parts, agents } = layout;
  const isOwnPlugin = origin === 'given' && isWithin(root, folder);
  // The SKILL.md of a folder among the skills is already a plain skill.
  const further = parts.filter(({ path }) => !(origin === 'among-skills' && path === root));
  return further.map(({ kind, path, command }) => ({
    tier: 'plugin',
    origin: 'plugin',
    kind,
    folder: path,
    owner: root,
    plugin: name,
    pluginKey: key ?? `${name}@${origin === 'given' ? 'inline' : 'skills-dir'}`,
    scope: undefined,
    lazy: false,
    ...(isOwnPlugin && { isOwnPlugin }),
    agents,
    command,
  }));
}
