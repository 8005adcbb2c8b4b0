import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { type JsonNode, jsonEntry, jsonValue, readJson } from '../../document/json-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { entryOf } from '../discover/installed-plugins.ts';
import { entriesOf, listedFolder } from '../discover/listed-manifests.ts';
import { readPluginLayout } from '../discover/plugin-layout.ts';
import type { JsonMap } from '../settings/json-map.ts';

/** Further plugins of a marketplace are not looked at. */
const maxPlugins = 50;

/**
 * The name of the plugin that loads a skill, through the paths in its manifest or marketplace and through links; undefined
 * if no marketplace above the file has such a plugin.
 *
 * @param folders those that hold the file, nearest first
 */
export async function findOfferingPlugin(folders: readonly string[], files: FileSystem): Promise<string | undefined> {
  const [own, around] = await Promise.all(folders.slice(0, 2).map((folder) => files.realPath(folder)));
  for (const location of folders.slice(1)) {
    const bytes = await files.readFile(`${location}/.claude-plugin/marketplace.json`);
    if (!bytes) continue;
    const { root } = readJson(decodeText(bytes));
    for (const entry of entriesOf(root).slice(0, maxPlugins)) {
      const plugin = await layoutOf(entry, root, location, files);
      for (const { kind, path } of plugin?.parts ?? []) {
        const holder = kind === 'skills' ? around : kind === 'skill' ? own : undefined;
        if (holder !== undefined && (await files.realPath(path)) === holder) return plugin?.name;
      }
    }
  }
  return undefined;
}

async function layoutOf(entry: JsonNode, marketplace: JsonNode | undefined, location: string, files: FileSystem) {
  const name: unknown = jsonEntry(entry, 'name')?.value?.value;
  const folder = listedFolder(entry, marketplace, location);
  if (typeof name !== 'string' || folder === undefined) return undefined;
  const layout = await readPluginLayout(folder, DEFAULT_RUNTIME, files, entryOf(name, jsonValue(entry) as JsonMap));
  return 'parts' in layout ? layout : undefined;
}
