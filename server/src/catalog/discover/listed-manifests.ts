import { readJsonFile } from '../../catalog/facts/json-file.ts';
import { type JsonNode, jsonEntry, jsonItems } from '../../document/json-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { join, partsInside } from '../../platform/paths.ts';

/** The manifest of a plugin that a marketplace lists. */
export interface ListedManifest {
  readonly version: string | undefined;
}

/** The folder in which the sources are that do not begin with `./`, as Claude Code reads it; undefined if it has none. */
export function pluginRootOf(marketplace: JsonNode | undefined): string | undefined {
  const written: unknown = jsonEntry(jsonEntry(marketplace, 'metadata')?.value, 'pluginRoot')?.value?.value;
  if (typeof written !== 'string' || written === '' || /^\/|[\\:]/.test(written)) return undefined;
  const inside = written.replace(/^\.\//, '').replace(/\/+$/, '');
  if (inside === '' || inside === '.') return '.';
  return inside.split('/').some((part) => ['', '.', '..'].includes(part)) ? undefined : inside;
}

/** A source without `./`, which counts from the `pluginRoot` of its marketplace. */
export function isBareSource(source: string): boolean {
  return /^[A-Za-z0-9][-A-Za-z0-9._]*$/.test(source) && !source.includes('..');
}

/**
 * The folder of the plugin that an entry has in its marketplace, as an absolute path; undefined if it is elsewhere, or if
 * Claude Code refuses the path.
 *
 * @param root the folder of the marketplace
 */
export function listedFolder(entry: JsonNode | undefined, marketplace: JsonNode | undefined, root: string) {
  const written: unknown = jsonEntry(entry, 'source')?.value?.value;
  if (typeof written !== 'string') return undefined;
  const common = isBareSource(written) ? pluginRootOf(marketplace) : '.';
  const isPath = written === '.' || written.startsWith('./') || (isBareSource(written) && common !== undefined);
  if (!isPath || /\\/.test(written) || written.split('/').includes('..')) return undefined;
  const parts = partsInside(`${common}/${written}`);
  return parts && join(root, parts.join('/')).replace(/\/+$/, '');
}

/** Further entries are not looked at. */
const maxEntries = 1000;

/** How many manifests are read at a time. */
const concurrency = 16;

/** The entries of a marketplace that are looked at. */
export function entriesOf(marketplace: JsonNode | undefined): readonly JsonNode[] {
  return jsonItems(jsonEntry(marketplace, 'plugins')?.value).slice(0, maxEntries);
}

/** Reads the manifests of the plugins that a marketplace has in its own folders, by these folders. */
export async function readListedManifests(
  marketplace: JsonNode | undefined,
  root: string,
  files: FileSystem,
): Promise<ReadonlyMap<string, ListedManifest>> {
  const listed = entriesOf(marketplace).flatMap((entry) => listedFolder(entry, marketplace, root) ?? []);
  const read = await mapConcurrently([...new Set(listed)], concurrency, async (folder) => {
    const manifest = await readJsonFile(`${folder}/.claude-plugin/plugin.json`, files);
    if (!manifest) return [];
    const version: unknown = jsonEntry(manifest, 'version')?.value?.value;
    return [[folder, { version: typeof version === 'string' ? version : undefined }]] as const;
  });
  return new Map(read.flat());
}
