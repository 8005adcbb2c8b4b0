import { readJsonFile } from '../../catalog/facts/json-file.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { type JsonNode, jsonEntry, jsonValue } from '../../document/json-document.ts';
import type { JsonMap } from '../../document/json-values.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { relativeTo } from '../../platform/paths.ts';
import { entryOf } from '../discover/installed-plugins.ts';
import { entriesOf, listedFolder } from '../discover/listed-manifests.ts';
import { readPluginLayout } from '../discover/plugin-layout.ts';
import { type LinkText, readLinkText } from './link-text.ts';
import { manifestPaths } from './manifest-paths.ts';
import { namedPath } from './named-paths.ts';

/** Further plugins of a marketplace are not looked at. */
const maxPlugins = 50;

/** Further folders of a plugin are not looked at. */
const maxPaths = 100;

/** A plugin that has a skill of another folder. */
interface OfferingPlugin {
  readonly name: string;
  /** The text with the path of a link that it has instead in this checkout, relative to the marketplace. */
  readonly linkText?: string;
}

/**
 * The plugin that loads a skill, through the paths in its manifest or marketplace and through links; undefined
 * if no marketplace above the file has such a plugin.
 *
 * @param folders those that hold the file, nearest first
 */
export async function findOfferingPlugin(
  folders: readonly string[],
  files: FileSystem,
): Promise<OfferingPlugin | undefined> {
  const [own, around] = await Promise.all(folders.slice(0, 2).map((folder) => files.realPath(folder)));
  for (const location of folders.slice(1)) {
    const root = await readJsonFile(`${location}/.claude-plugin/marketplace.json`, files);
    for (const entry of entriesOf(root).slice(0, maxPlugins)) {
      const plugin = await layoutOf(entry, root, location, files);
      for (const { kind, path } of plugin?.parts ?? []) {
        const holder = kind === 'skills' ? around : kind === 'skill' ? own : undefined;
        if (plugin && holder !== undefined && (await files.realPath(path)) === holder) return { name: plugin.name };
      }
      const linkText = plugin && (await linkTextTo([own, around], plugin.root, entry, location, files));
      if (linkText) return { name: plugin.name, linkText: relativeTo(linkText.path, location) };
    }
  }
  return undefined;
}

/** The text in place of a folder of skills that would lead to one of these folders. */
async function linkTextTo(
  wanted: readonly (string | undefined)[],
  plugin: string,
  entry: JsonNode,
  repository: string,
  files: FileSystem,
): Promise<LinkText | undefined> {
  const manifest = await readJsonFile(`${plugin}/.claude-plugin/plugin.json`, files);
  const written = [entry, manifest].flatMap((declared) =>
    manifestPaths(declared).filter(({ part }) => part.name === 'skills'),
  );
  for (const path of written.flatMap((it) => namedPath(plugin, it.written)).slice(0, maxPaths)) {
    const found = (await files.typeOf(path)) === 'file' ? await readLinkText(path, repository, files) : undefined;
    if (found && wanted.includes(found.target)) return found;
  }
  return undefined;
}

async function layoutOf(entry: JsonNode, marketplace: JsonNode | undefined, location: string, files: FileSystem) {
  const name: unknown = jsonEntry(entry, 'name')?.value?.value;
  const folder = listedFolder(entry, marketplace, location);
  if (typeof name !== 'string' || folder === undefined) return undefined;
  const offered = entryOf(name, jsonValue(entry) as JsonMap);
  const layout = await readPluginLayout(folder, DEFAULT_RUNTIME, files, offered, location);
  return 'parts' in layout ? layout : undefined;
}
