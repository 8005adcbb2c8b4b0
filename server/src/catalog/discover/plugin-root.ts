import type { FileSystem } from '../../platform/file-system.ts';

/** What the marketplaces of a run list, by the folder that holds `.claude-plugin/marketplace.json`. */
export type KnownMarketplaces = Map<string, Promise<ReadonlySet<string>>>;

/**
 * The root of the plugin that a file belongs to: the nearest folder above it with a manifest, or one that a
 * marketplace above lists, which needs no manifest.
 *
 * @param folders those that hold the file, nearest first
 * @param known filled with what was read, so that a marketplace is read once for all files below it
 */
export async function findPluginRoot(
  folders: readonly string[],
  files: FileSystem,
  known: KnownMarketplaces,
): Promise<string | undefined> {
  const [manifests, marketplaces] = await Promise.all([
    Promise.all(folders.map((folder) => files.typeOf(`${folder}/.claude-plugin/plugin.json`))),
    Promise.all(folders.map((folder) => files.typeOf(`${folder}/.claude-plugin/marketplace.json`))),
  ]);
  const withManifest = manifests.indexOf('file');
  const withMarketplace = marketplaces.indexOf('file');
  const marketplace = withMarketplace >= 0 ? folders[withMarketplace]! : undefined;
  const listed = marketplace ? await listedPlugins(marketplace, files, known) : undefined;
  const inMarketplace = listed ? folders.findIndex((folder) => listed.has(folder)) : -1;
  const nearest = [withManifest, inMarketplace].filter((index) => index >= 0);
  return nearest.length > 0 ? folders[Math.min(...nearest)] : undefined;
}

/** The folders of the plugins that the marketplace in a folder lists. */
export function listedPlugins(
  folder: string,
  files: FileSystem,
  known: KnownMarketplaces,
): Promise<ReadonlySet<string>> {
  let listed = known.get(folder);
  if (!listed) {
    listed = readMarketplace(folder, files);
    known.set(folder, listed);
  }
  return listed;
}

/** The folders of the plugins that are part of their marketplace; those it fetches from elsewhere are not included. */
async function readMarketplace(folder: string, files: FileSystem): Promise<ReadonlySet<string>> {
  const bytes = await files.readFile(`${folder}/.claude-plugin/marketplace.json`);
  try {
    const marketplace: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const plugins = (marketplace as { plugins?: unknown } | null)?.plugins;
    const sources = Array.isArray(plugins)
      ? plugins.map((plugin) => (plugin as { source?: unknown } | null)?.source)
      : [];
    return new Set(
      sources.filter(isRelativeSource).map((source) => `${folder}/${source.slice(2)}`.replace(/\/+$/, '')),
    );
  } catch {
    return new Set();
  }
}

function isRelativeSource(source: unknown): source is string {
  return typeof source === 'string' && source.startsWith('./') && !source.split('/').includes('..');
}
