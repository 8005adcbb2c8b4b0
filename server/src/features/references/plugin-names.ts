import type { Catalog } from '../../catalog/catalog.ts';
import { entriesOf, listedFolder } from '../../catalog/discover/listed-manifests.ts';
import { type JsonNode, jsonEntries, jsonEntry, readJson } from '../../document/json-document.ts';
import { readDocument } from '../../document/read-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isInside, isWithin } from '../../platform/paths.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import { meantAgents, meantSkills } from './meant-skills.ts';
import type { Reference } from './reference.ts';
import { referencesIn } from './references-in.ts';
import { namingFiles, type SessionText, textsWith } from './session-files.ts';

/** A plugin as its manifest or the entry of a marketplace names it. */
export interface NamedPlugin {
  readonly name: string;
  /** Undefined if a marketplace takes it from elsewhere. */
  readonly folder: string | undefined;
}

/** A text with the places where it certainly names a plugin: the name alone, without what follows it. */
interface PluginNames {
  readonly text: SessionText;
  readonly ranges: readonly TextRange[];
}

/** The plugin whose name is at an offset of a manifest or marketplace. */
export function pluginNameAt(
  root: JsonNode | undefined,
  place: { readonly kind: 'plugin' | 'marketplace'; readonly folder: string },
  offset: number,
): { readonly plugin: NamedPlugin; readonly range: TextRange } | undefined {
  const owners = place.kind === 'plugin' ? (root ? [root] : []) : entriesOf(root);
  for (const owner of owners) {
    const node = jsonEntry(owner, 'name')?.value;
    if (node?.type !== 'string' || node.value === '' || offset < node.offset || offset > node.offset + node.length)
      continue;
    const folder = place.kind === 'plugin' ? place.folder : listedFolder(owner, root, place.folder);
    return { plugin: { name: node.value, folder }, range: inQuotes(node) };
  }
  return undefined;
}

/**
 * The texts of a session that have the name of a plugin: its manifest, entries of marketplaces, `enabledPlugins` and
 * `pluginConfigs` in settings of the session's folder, and where its skills, commands and agents are named by it.
 *
 * @param session with everything that its folder offers
 */
export async function pluginNames(
  plugin: NamedPlugin,
  session: ShownSession,
  files: FileSystem,
  open: OpenTexts,
): Promise<readonly PluginNames[]> {
  const texts = await textsWith([plugin.name], await namingFiles(session, files), files, open);
  const marketplaces = new Set(texts.flatMap((text) => marketplaceWith(plugin, text) ?? []));
  const folder = session.session.folder;
  return texts.map((text) => ({
    text,
    ranges: [
      ...definingRanges(plugin, text),
      ...(text.file.kind === 'settings' && isInside(text.file.path, folder) ? keysIn(plugin, marketplaces, text) : []),
      ...mentionsIn(plugin, text, session.catalog),
    ].filter(({ start, end }) => text.read.text.slice(start, end) === plugin.name),
  }));
}

/** The name of a marketplace that lists a plugin. */
function marketplaceWith(plugin: NamedPlugin, { file, read }: SessionText): string | undefined {
  if (file.kind !== 'marketplace' || file.bases.plugin === undefined) return undefined;
  const { root } = readJson(read.text);
  const name: unknown = jsonEntry(root, 'name')?.value?.value;
  const lists = entriesOf(root).some((entry) => isEntryOf(plugin, entry, root, file.bases.plugin!));
  return lists && typeof name === 'string' ? name : undefined;
}

function isEntryOf(plugin: NamedPlugin, entry: JsonNode, root: JsonNode | undefined, marketplace: string): boolean {
  return (
    jsonEntry(entry, 'name')?.value?.value === plugin.name && listedFolder(entry, root, marketplace) === plugin.folder
  );
}

/** The name in the manifest of the plugin, and in its entries. */
function definingRanges(plugin: NamedPlugin, { file, read }: SessionText): TextRange[] {
  const { kind, path, bases } = file;
  const { root } = kind === 'plugin' || kind === 'marketplace' ? readJson(read.text) : { root: undefined };
  const isManifest = kind === 'plugin' && path === `${plugin.folder}/.claude-plugin/plugin.json`;
  const owners = isManifest ? [root] : kind === 'marketplace' ? entriesOf(root) : [];
  return owners.flatMap((owner) => {
    const node = jsonEntry(owner, 'name')?.value;
    const isMeant = isManifest ? node?.value === plugin.name : isEntryOf(plugin, owner!, root, bases.plugin!);
    return isMeant && node?.type === 'string' ? [inQuotes(node)] : [];
  });
}

function keysIn(plugin: NamedPlugin, marketplaces: ReadonlySet<string>, { read }: SessionText): TextRange[] {
  const { root } = readJson(read.text);
  return ['enabledPlugins', 'pluginConfigs'].flatMap((setting) =>
    jsonEntries(jsonEntry(root, setting)?.value)
      .filter(({ key }) => [...marketplaces].some((name) => key === `${plugin.name}@${name}`))
      .map(({ keyRange: { start } }) => textRange(start + 1, start + 1 + plugin.name.length)),
  );
}

/** Where skills, commands and agents are named with their plugin. */
function mentionsIn(plugin: NamedPlugin, { file, read }: SessionText, catalog: Catalog): TextRange[] {
  if (file.kind === 'plugin' || file.kind === 'marketplace' || plugin.folder === undefined) return [];
  const document = readDocument(read.text, catalog.runtime, file.kind);
  return referencesIn(document, file)
    .filter((reference) => isOfPlugin(reference, plugin, catalog))
    .map(({ range: { start } }) => textRange(start, start + plugin.name.length));
}

function isOfPlugin({ target }: Reference, { name, folder }: NamedPlugin, catalog: Catalog): boolean {
  if (target.kind !== 'skill' && target.kind !== 'agent') return false;
  const isOfAll = target.kind === 'skill' && target.by === 'prefix-rule' && target.name === name;
  if (!target.name.startsWith(`${name}:`) && !isOfAll) return false;
  const paths = (target.kind === 'skill' ? meantSkills(target, catalog) : meantAgents(target.name, catalog)).map(
    (it) => it.path,
  );
  return paths.length > 0 && paths.every((path) => isWithin(path, folder));
}

function inQuotes({ offset, length }: JsonNode): TextRange {
  return textRange(offset + 1, offset + length - 1);
}
