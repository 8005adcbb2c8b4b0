import type { FileSystem } from '../../platform/file-system.ts';
import { oncePerKey } from '../../platform/once.ts';

/** The plugins of a run as far as they are known: each folder above its files is asked about once. */
export class KnownPlugins {
  /** The plugins that marketplaces list, by the folder that holds `.claude-plugin/marketplace.json`. */
  readonly listed = new Map<string, Promise<ReadonlySet<string>>>();
  /** The files in the `.claude-plugin` of each folder, or their promise. */
  readonly marks = new Map<string, PluginMarks | Promise<PluginMarks>>();
}

/** Which files a folder has in its `.claude-plugin`. */
interface PluginMarks {
  readonly hasManifest: boolean;
  readonly hasMarketplace: boolean;
}

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
  known: KnownPlugins,
): Promise<string | undefined> {
  const asked = folders.map((folder) => marksOf(folder, files, known));
  // Nearly all folders are known from the file before.
  const marks = asked.some((it) => it instanceof Promise) ? await Promise.all(asked) : (asked as PluginMarks[]);
  const withManifest = marks.findIndex(({ hasManifest }) => hasManifest);
  const withMarketplace = marks.findIndex(({ hasMarketplace }) => hasMarketplace);
  const marketplace = withMarketplace >= 0 ? folders[withMarketplace]! : undefined;
  const listed = marketplace ? await listedPlugins(marketplace, files, known) : undefined;
  const inMarketplace = listed ? folders.findIndex((folder) => listed.has(folder)) : -1;
  const nearest = [withManifest, inMarketplace].filter((index) => index >= 0);
  return nearest.length > 0 ? folders[Math.min(...nearest)] : undefined;
}

function marksOf(folder: string, files: FileSystem, { marks }: KnownPlugins): PluginMarks | Promise<PluginMarks> {
  const known = marks.get(folder);
  if (known) return known;
  const asking = readMarks(folder, files).then((found) => {
    marks.set(folder, found);
    return found;
  });
  marks.set(folder, asking);
  return asking;
}

async function readMarks(folder: string, files: FileSystem): Promise<PluginMarks> {
  const [manifest, marketplace] = await Promise.all([
    files.typeOf(`${folder}/.claude-plugin/plugin.json`),
    files.typeOf(`${folder}/.claude-plugin/marketplace.json`),
  ]);
  if (manifest !== 'file' && marketplace !== 'file') return unmarked;
  return { hasManifest: manifest === 'file', hasMarketplace: marketplace === 'file' };
}

/** Shared by nearly all folders, of which there may be ten thousand. */
const unmarked: PluginMarks = { hasManifest: false, hasMarketplace: false };

/** The folders of the plugins that the marketplace in a folder lists. */
export function listedPlugins(
  folder: string,
  files: FileSystem,
  { listed: known }: KnownPlugins,
): Promise<ReadonlySet<string>> {
  return oncePerKey(known, folder, () => readMarketplace(folder, files));
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
