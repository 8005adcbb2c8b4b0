import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { findFrontmatterBlock } from '../../document/frontmatter/frontmatter-block.ts';
import { jsonEntry, readJson } from '../../document/json-document.ts';
import { readYaml } from '../../document/yaml/yaml-reader.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin, resolve } from '../../platform/paths.ts';

/**
 * The target of a case's entry in `plugins`: a plugin, nothing, something outside the plugin around the case, a part of the
 * case itself, a file, an archive, a folder in which nothing is a plugin's, or a plugin whose manifest cannot be read.
 */
export type PluginEntry = 'plugin' | 'missing' | 'outside' | 'in-case' | 'file' | 'archive' | 'no-plugin' | 'broken';

/** A case as it is saved. */
interface SavedTexts {
  readonly folder: string;
  readonly prompt: string | undefined;
  readonly definition: string | undefined;
}

/** More entries are not followed. */
const maxEntries = 50;

/** A larger manifest is not read. */
const maxBytes = 1 << 20;

/** Files and folders that Claude Code loads from a folder that has no manifest. */
const partsOfPlugins = ['skills', 'commands', 'agents', 'hooks', 'output-styles', 'SKILL.md', '.mcp.json', '.lsp.json'];

/** The targets of the entries in `plugins` of a case, as its prompt and its definition are saved. */
export async function followPlugins(
  { folder, prompt, definition }: SavedTexts,
  pluginRoot: string | undefined,
  files: FileSystem,
): Promise<ReadonlyMap<string, PluginEntry>> {
  const block = prompt === undefined ? undefined : findFrontmatterBlock(prompt, DEFAULT_RUNTIME);
  const front = block && prompt?.slice(block.content.start, block.content.end);
  const written = [front, definition].flatMap((text) => (text?.includes('plugins') ? entriesIn(text) : []));
  const entries = [...new Set(written)].slice(0, maxEntries);
  const found = await Promise.all(entries.map((entry) => follow(entry, folder, pluginRoot, files)));
  return new Map(entries.map((entry, index) => [entry, found[index]!]));
}

function entriesIn(text: string): string[] {
  const reading = readYaml(text, DEFAULT_RUNTIME, (at) => at);
  const root = reading.kind === 'value' && reading.value?.kind === 'map' ? reading.value : undefined;
  const list = root?.entries.findLast(({ key }) => key === 'plugins')?.value;
  const items = list?.kind === 'list' ? list.items : [];
  return items.flatMap((item) => ('value' in item && typeof item.value === 'string' ? [item.value] : []));
}

async function follow(
  entry: string,
  folder: string,
  pluginRoot: string | undefined,
  files: FileSystem,
): Promise<PluginEntry> {
  // Where no plugin is around, it may be anywhere, even on another machine.
  if (pluginRoot === undefined && /^(?:[/\\]|[A-Za-z]:)/.test(entry)) return 'plugin';
  const path = entry.startsWith('/') ? entry.replace(/(?<=.)\/+$/, '') : resolve(folder, entry || '.');
  if (path === undefined) return 'outside';
  // Whether something outside exists does not matter, and nobody should be told.
  if (pluginRoot !== undefined && !isWithin(path, pluginRoot)) return 'outside';
  const type = await files.typeOf(path);
  if (type === undefined) return 'missing';
  const [real, root] = await Promise.all([files.realPath(path), pluginRoot && files.realPath(pluginRoot)]);
  if (real !== undefined && root && !isWithin(real, root)) return 'outside';
  if (path === folder || ['graders', 'mocks'].some((part) => isWithin(path, `${folder}/${part}`))) return 'in-case';
  if (type !== 'folder') return path.endsWith('.zip') ? 'archive' : 'file';
  const manifest = `${path}/.claude-plugin/plugin.json`;
  if ((await files.typeOf(manifest)) === 'file') return (await isManifest(manifest, files)) ? 'plugin' : 'broken';
  const parts = await Promise.all(partsOfPlugins.map((part) => files.typeOf(`${path}/${part}`)));
  return parts.some((part) => part !== undefined) ? 'plugin' : 'no-plugin';
}

async function isManifest(path: string, files: FileSystem): Promise<boolean> {
  const bytes = await files.readFile(path, maxBytes);
  if (!bytes) return true;
  const { root, faults } = readJson(decodeText(bytes));
  return faults.length === 0 && jsonEntry(root, 'name')?.value?.type === 'string';
}
