import {
  type JsonNode,
  jsonAt,
  jsonEntry,
  jsonItems,
  jsonRange,
  jsonValue,
  readJson,
} from '../../../document/json-document.ts';
import { appendInJson, setInJson } from '../../../features/edits/json-insertion.ts';
import { marketplaceFile } from '../../../features/references/manifest-references.ts';
import { isWithin, relativeTo, resolve } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { TextEdit } from '../../../rules/rule.ts';

/** A plugin that a marketplace should offer. */
interface OfferedEntry {
  readonly name: string;
  readonly folder: string;
  readonly description: string | undefined;
}

/** How a marketplace in a folder names the plugin in another one; undefined if it is not in the marketplace. */
export function sourceIn(marketplace: string, plugin: string): string | undefined {
  if (!isWithin(plugin, marketplace)) return undefined;
  return plugin === marketplace ? './' : `./${relativeTo(plugin, marketplace)}`;
}

/** The edits that add a plugin to the text of a marketplace; none if it offers the plugin already. */
export function addToMarketplace(
  text: string,
  marketplace: string,
  { name, folder, description }: OfferedEntry,
): readonly TextEdit[] | Refusal {
  const source = sourceIn(marketplace, folder);
  if (source === undefined) return { problem: `The plugin is not in the folder of the marketplace: ${marketplace}` };
  const { root, faults } = readJson(text);
  const shown = `${marketplace}/${marketplaceFile}`;
  if (root?.type !== 'object' || faults.length > 0)
    return { problem: `${shown} is not an object in strict JSON. Fix it first` };
  const entry = { name, source, ...(description !== undefined && { description }) };
  const plugins = jsonEntry(root, 'plugins')?.value;
  if (!plugins) return [setInJson(text, root, 'plugins', [entry])];
  if (plugins.type !== 'array') return { problem: `\`plugins\` in ${shown} is not a list. Fix it first` };
  const named = jsonItems(plugins).find((it) => textAt(it, 'name') === name);
  if (!named) return [appendInJson(text, plugins, entry)];
  if (isEntryOf(named, root, marketplace, folder)) return [];
  return { problem: `${shown} offers another plugin of the name ${name}` };
}

/** The edits of a marketplace that give the entry of a plugin this version, if it says one. */
export function setEntryVersion(
  text: string,
  marketplace: string,
  { name, folder }: Pick<OfferedEntry, 'name' | 'folder'>,
  version: string,
): readonly TextEdit[] {
  const { root, faults } = readJson(text);
  if (faults.length > 0) return [];
  return jsonItems(jsonAt(root, ['plugins'])).flatMap((entry) => {
    const written = jsonAt(entry, ['version']);
    if (!written || textAt(entry, 'name') !== name || !isEntryOf(entry, root, marketplace, folder)) return [];
    if (jsonValue(written) === version) return [];
    return [{ range: jsonRange(written), newText: JSON.stringify(version) }];
  });
}

function isEntryOf(entry: JsonNode, root: JsonNode | undefined, marketplace: string, folder: string): boolean {
  const source = textAt(entry, 'source');
  if (source === undefined) return false;
  const common = jsonAt(root, ['metadata', 'pluginRoot']);
  const base = /^\.(\/|$)/.test(source) || common?.type !== 'string' ? '.' : String(common.value);
  return resolve(marketplace, `${base}/${source}`) === folder;
}

function textAt(node: JsonNode, key: string): string | undefined {
  const found = jsonAt(node, [key]);
  return found?.type === 'string' ? String(found.value) : undefined;
}
