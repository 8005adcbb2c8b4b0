import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { CONFLICTING_PARTS } from '../../dialect/text/json-parts.ts';
import { type JsonMap, mapOf, parseMap, textOf } from '../../document/json-values.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isAbsolutePath } from '../../platform/slashed-path.ts';
import type { SourceError } from '../catalog-skill.ts';
import { configFolder, repositoryRoot, type Session, withSlashes } from '../session.ts';
import { isTrustedFolder } from '../settings/claude-code-state.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { readOrReport } from '../settings/unreadable-files.ts';
import { findMarketplaces, type Marketplace } from './marketplaces.ts';
import type { MarketplaceEntry } from './plugin-layout.ts';

/*
 * Which installed plugins Claude Code loads, and from where. None of it is documented; it was found by asking Claude
 * Code and is recorded in test/conformance/own-catalog.*.jsonl. Every part is therefore read defensively: what is not
 * understood is left out and reported.
 */

/** An enabled plugin and the location of its files. */
interface InstalledPlugin {
  /** `plugin@marketplace` */
  readonly key: string;
  readonly root: string;
  readonly entry: MarketplaceEntry;
}

/** The enabled plugins that were found, in the order in which they are loaded. */
interface InstalledPlugins {
  readonly plugins: readonly InstalledPlugin[];
  readonly errors: readonly SourceError[];
}

/** Finds the plugins that the settings enable. */
export async function findInstalledPlugins(
  session: Session,
  settings: SessionSettings,
  claudeCodeState: unknown,
): Promise<InstalledPlugins> {
  const folder = pluginsFolder(session);
  const enabled = [...settings.enabledPlugins].filter(([, value]) => value === true).map(([key]) => key);
  if (folder === undefined || enabled.length === 0) return { plugins: [], errors: [] };
  const errors: SourceError[] = [];
  const isTrusted = session.isRestricted !== true && (await isTrustedFolder(claudeCodeState, session));
  const marketplaceOf = await findMarketplaces(folder, settings, isTrusted, session, errors);
  const installations = await readInstallations(`${folder}/installed_plugins.json`, session.files, errors);
  const { pluginVersion } = capabilities(session.runtime);
  const found = await Promise.all(
    enabled.map(async (key): Promise<InstalledPlugin | undefined> => {
      const at = key.lastIndexOf('@');
      const name = key.slice(0, at);
      const marketplace = at > 0 ? await marketplaceOf(key.slice(at + 1)) : undefined;
      const listed = marketplace && listedPlugin(name, marketplace);
      if (!listed) return undefined;
      const cache = `${folder}/cache/${key.slice(at + 1)}/${name}`;
      const place = { marketplace, listed, cache, installations: installations.get(key) ?? [] };
      const root = await (pluginVersion === 'installed' ? installedRoot(place, session) : offeredRoot(place, session));
      return root === undefined ? undefined : { key, root, entry: entryOf(name, listed) };
    }),
  );
  return { plugins: found.filter((plugin) => plugin !== undefined), errors };
}

/** The facts that determine where the files of a plugin are. */
interface PluginLocation {
  readonly marketplace: Marketplace;
  /** The marketplace's entry for the plugin. */
  readonly listed: JsonMap;
  /** The folder with one folder for every fetched version. */
  readonly cache: string;
  readonly installations: readonly JsonMap[];
}

/** Plugins of a marketplace on this machine are read in place, others from their installation. */
async function installedRoot(place: PluginLocation, session: Session): Promise<string | undefined> {
  const { marketplace, listed, cache, installations } = place;
  const isInMarketplaceFolder = typeof listed.source === 'string';
  if (marketplace.isLocal && isInMarketplaceFolder) return inMarketplace(place, session);
  const fits = await Promise.all(installations.map((installation) => fitsProject(installation, session)));
  const fitting = installations.filter((_, index) => fits[index]);
  for (const { installPath } of fitting) {
    const path = textOf(installPath);
    if (path !== undefined && isAbsolutePath(path) && (await isFolder(withSlashes(path), session)))
      return withSlashes(path);
  }
  // A lost installation has no replacement; without one, what was fetched for the marketplace counts.
  const version = textOf(listed.version);
  if (fitting.length > 0 || isInMarketplaceFolder || version === undefined) return undefined;
  return (await isFolder(`${cache}/${version}`, session)) ? `${cache}/${version}` : undefined;
}

/** The version that would be fetched, or else the marketplace's own, regardless of what is installed. */
async function offeredRoot(place: PluginLocation, session: Session): Promise<string | undefined> {
  const { listed, cache } = place;
  const inFolder = inMarketplace(place, session);
  const manifest = inFolder && (await session.files.readFile(`${inFolder}/.claude-plugin/plugin.json`));
  const version = textOf(parseMap(manifest)?.version) ?? textOf(listed.version) ?? 'unknown';
  return (await isFolder(`${cache}/${version}`, session)) ? `${cache}/${version}` : inFolder;
}

/** Where a plugin is in its marketplace; undefined for one that comes from elsewhere. */
export function inMarketplace(
  {
    marketplace,
    listed,
  }: { readonly marketplace: Pick<Marketplace, 'location' | 'content'>; readonly listed: JsonMap },
  { runtime }: Pick<Session, 'runtime'>,
): string | undefined {
  const written = textOf(listed.source);
  if (written === undefined) return undefined;
  const isPlain = !written.startsWith('./');
  if (capabilities(runtime).acceptsPlainPluginSources ? written.split('/').includes('..') : isPlain) return undefined;
  const pluginRoot = isPlain ? textOf(mapOf(marketplace.content.metadata)?.pluginRoot) : undefined;
  const parts = `${pluginRoot ?? ''}/${written}`.split('/').filter((part) => part !== '' && part !== '.');
  return [marketplace.location, ...parts].join('/');
}

/** Installations for a project count in that project's whole repository, or in exactly that folder. */
async function fitsProject({ scope, projectPath }: JsonMap, { folder, files }: Session): Promise<boolean> {
  if (scope !== 'project' && scope !== 'local') return true;
  const project = textOf(projectPath);
  if (project === undefined || folder === undefined) return false;
  if (withSlashes(project) === folder) return true;
  const root = await repositoryRoot(folder, files);
  return root !== undefined && root === (await repositoryRoot(withSlashes(project), files));
}

async function isFolder(path: string, { files }: Session): Promise<boolean> {
  return (await files.typeOf(path)) === 'folder';
}

/** A marketplace's entry for a plugin. */
export function listedPlugin(name: string, { content }: Marketplace): JsonMap | undefined {
  return (content.plugins as readonly unknown[]).map(mapOf).find((it) => it?.name === name);
}

/** The contents of a plugin according to a marketplace. */
export function entryOf(name: string, listed: JsonMap): MarketplaceEntry {
  const { skills, commands, agents, strict } = listed;
  const holders = [listed, mapOf(listed.experimental) ?? {}];
  const namesParts = holders.some((holder) => CONFLICTING_PARTS.some((part) => holder[part] !== undefined));
  return { name, skills, commands, agents, replacesManifest: strict === false, namesParts };
}

/** The installations of every plugin, by its key; none if one entry is not valid. */
async function readInstallations(
  path: string,
  files: FileSystem,
  errors: SourceError[],
): Promise<ReadonlyMap<string, readonly JsonMap[]>> {
  const bytes = await readOrReport(path, 'plugin', files, errors);
  if (!bytes) return new Map();
  const installations = validInstallations(parseMap(bytes));
  if (installations) return installations;
  errors.push({ source: 'plugin', path, message: 'Claude Code cannot read this, so it loads no installed plugins' });
  return new Map();
}

const scopes: readonly unknown[] = ['user', 'project', 'local', 'managed'];

function validInstallations(content: JsonMap | undefined): Map<string, readonly JsonMap[]> | undefined {
  const plugins = mapOf(content?.plugins);
  if (!plugins) return undefined;
  const installations = new Map<string, readonly JsonMap[]>();
  for (const [key, value] of Object.entries(plugins)) {
    // The first version of the file had one installation per plugin, for the user.
    const written = Array.isArray(value) ? value.map(mapOf) : [mapOf(value)];
    const valid = written.filter((it) => it !== undefined && (!Array.isArray(value) || scopes.includes(it.scope)));
    if (valid.length < written.length) return undefined;
    installations.set(key, valid as JsonMap[]);
  }
  return installations;
}

/** Where Claude Code keeps what belongs to plugins: fetched files and their data. */
export function pluginsFolder(
  session: Pick<Session, 'runtime' | 'environment'> & Partial<Pick<Session, 'folder'>>,
): string | undefined {
  const { readsPluginCacheVariable } = capabilities(session.runtime);
  const moved = readsPluginCacheVariable && session.environment.variable('CLAUDE_CODE_PLUGIN_CACHE_DIR');
  const user = configFolder(session);
  return moved ? withSlashes(moved) : user && `${user}/plugins`;
}
