import { type JsonNode, jsonAt, jsonEntries, jsonItems, jsonRange, readJson } from '../../document/json-document.ts';
import { partsInside } from '../../platform/paths.ts';
import { rangeInString } from './json-string.ts';
import type { FileReference } from './reference.ts';

/** The parts of a manifest whose values are paths. */
const partsWithPaths = ['skills', 'commands', 'agents'];

/** The files and folders that a plugin's manifest names, which are relative to the plugin. */
export function pathsInManifest(text: string, plugin: string): FileReference[] {
  const { root } = readJson(text);
  return partsWithPaths.flatMap((part) => {
    const value = jsonAt(root, [part]);
    const named = jsonEntries(value).flatMap((entry) => jsonAt(entry.value, ['source']) ?? []);
    return [...(value ? [value] : []), ...jsonItems(value), ...named].flatMap((node) => pathIn(node, text, plugin));
  });
}

function pathIn(node: JsonNode, text: string, plugin: string): FileReference[] {
  const written: unknown = node.type === 'string' ? node.value : undefined;
  if (typeof written !== 'string' || !/^\.(\/|$)/.test(written)) return [];
  // What leads out of the plugin is never read.
  const parts = partsInside(written);
  if (!parts || parts.length === 0) return [];
  const range = rangeInString(text, jsonRange(node), written, 0, written.length);
  const path = `${plugin}/${parts.join('/')}`;
  const place = { range, anchorRange: undefined, base: plugin, form: 'manifest' as const };
  return [{ target: { kind: 'file', path, heading: undefined, written: place }, range }];
}
