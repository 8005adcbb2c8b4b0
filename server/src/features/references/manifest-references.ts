import { type JsonNode, jsonAt, jsonEntries, jsonItems, jsonRange, readJson } from '../../document/json-document.ts';
import { partsInside } from '../../platform/paths.ts';
import { type FileReference, rangeInString } from './reference.ts';

/** The parts of a manifest whose values are paths. */
const partsWithPaths = ['skills', 'commands', 'agents'];

/** The file that makes a folder a marketplace of plugins, relative to it. */
export const marketplaceFile = '.claude-plugin/marketplace.json';

/** The files and folders that a plugin's manifest names, which are relative to the plugin. */
export function pathsInManifest(text: string, plugin: string): FileReference[] {
  return partsIn(readJson(text).root, text, plugin);
}

/** The folders of plugins that a marketplace lists, and the files and folders that it says are their parts. */
export function pathsInMarketplace(text: string, marketplace: string): FileReference[] {
  const { root } = readJson(text);
  const common = textAt(root, ['metadata', 'pluginRoot']);
  return jsonItems(jsonAt(root, ['plugins'])).flatMap((plugin) => {
    const source = jsonAt(plugin, ['source']);
    const written = textAt(plugin, ['source']);
    // An object names a repository elsewhere.
    if (!source || written === undefined) return [];
    const base = /^\.(\/|$)/.test(written) ? marketplace : folderIn(marketplace, common ?? '.');
    const folder = base === undefined ? undefined : folderIn(base, written);
    if (base === undefined || folder === undefined) return [];
    return [...reference(source, written, text, base), ...partsIn(plugin, text, folder)];
  });
}

function partsIn(node: JsonNode | undefined, text: string, plugin: string): FileReference[] {
  return partsWithPaths.flatMap((part) => {
    const value = jsonAt(node, [part]);
    const named = jsonEntries(value).flatMap((entry) => jsonAt(entry.value, ['source']) ?? []);
    return [...(value ? [value] : []), ...jsonItems(value), ...named].flatMap((it) => pathIn(it, text, plugin));
  });
}

function textAt(node: JsonNode | undefined, path: string[]): string | undefined {
  const found = jsonAt(node, path);
  return found?.type === 'string' ? String(found.value) : undefined;
}

/** The folder to which a path leads; undefined if it leads out of where it begins. */
function folderIn(base: string, written: string): string | undefined {
  const parts = partsInside(written);
  return parts && [base, ...parts].join('/');
}

function pathIn(node: JsonNode, text: string, plugin: string): FileReference[] {
  const written: unknown = node.type === 'string' ? node.value : undefined;
  return typeof written === 'string' && /^\.(\/|$)/.test(written) ? reference(node, written, text, plugin) : [];
}

function reference(node: JsonNode, written: string, text: string, base: string): FileReference[] {
  // A path out of the plugin is never read.
  const parts = partsInside(written);
  if (!parts || parts.length === 0) return [];
  const range = rangeInString(text, jsonRange(node), written, 0, written.length);
  const path = `${base}/${parts.join('/')}`;
  const place = { range, anchorRange: undefined, base, form: 'manifest' as const };
  return [{ target: { kind: 'file', path, heading: undefined, written: place }, range }];
}
