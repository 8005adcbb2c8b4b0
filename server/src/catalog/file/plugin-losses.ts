import { readJsonFile } from '../../catalog/facts/json-file.ts';
import { checkPluginPart } from '../../dialect/validate.ts';
import { type JsonNode, jsonEntry, jsonItems, readJson } from '../../document/json-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { oncePerKey } from '../../platform/once.ts';
import type { SourceError } from '../catalog-skill.ts';
import { entriesOf } from '../discover/listed-manifests.ts';
import type { RepositoryPlugin } from '../discover/repository-plugins.ts';
import { manifestPaths } from './manifest-paths.ts';
import { namedPath } from './named-paths.ts';

/** Further paths of one plugin are not looked at. */
const maxPaths = 100;

/** The marketplaces that were read, by their paths: one may list hundreds of plugins. */
export type ReadMarketplaces = Map<string, Promise<JsonNode | undefined>>;

/**
 * The parts that Claude Code loads a plugin without, as it says when plugins are listed: paths that lead nowhere, and hooks that it
 * cannot read. Recorded in test/conformance/own-plugins.*.jsonl.
 *
 * @param known filled with the marketplaces that are read
 */
export async function findPluginLosses(
  { kind, root, listedIn, entryName, problem }: RepositoryPlugin,
  files: FileSystem,
  known: ReadMarketplaces,
): Promise<readonly SourceError[]> {
  if (kind !== 'plugin' || problem) return [];
  const manifest = `${root}/.claude-plugin/plugin.json`;
  const [said, marketplace] = await Promise.all([
    readJsonFile(manifest, files),
    listedIn === undefined ? undefined : oncePerKey(known, listedIn, () => readJsonFile(listedIn, files)),
  ]);
  const entry = entriesOf(marketplace).find((it) => jsonEntry(it, 'name')?.value?.value === entryName);
  const found = await Promise.all([
    lostPaths(said, root, manifest, files),
    lostPaths(entry, root, listedIn ?? manifest, files),
    lostHooks(`${root}/hooks/hooks.json`, files),
  ]);
  return found.flat();
}

/** @param path the file that names the paths */
async function lostPaths(
  owner: JsonNode | undefined,
  root: string,
  path: string,
  files: FileSystem,
): Promise<SourceError[]> {
  const paths = manifestPaths(owner)
    .filter(({ part, written }) => checkPluginPart(part.name, written).length === 0)
    .slice(0, maxPaths);
  const found = await Promise.all(
    paths.map(async ({ part, written }): Promise<SourceError[]> => {
      const [named] = namedPath(root, written);
      const type = named === undefined ? undefined : await files.typeOf(named);
      const needed = { folder: 'folder', json: 'file', file: 'file' }[part.leadsTo as string];
      if (type !== undefined && (needed === undefined || needed === type)) return [];
      const why =
        named === undefined ? 'points outside the plugin' : type === undefined ? 'does not exist' : `is a ${type}`;
      const message = `\`${written}\` in \`${part.name}\` ${why}, so Claude Code loads the plugin without it`;
      return [{ source: 'plugin', path, message }];
    }),
  );
  return found.flat();
}

async function lostHooks(path: string, files: FileSystem): Promise<SourceError[]> {
  const report = (why: string): SourceError[] => [
    { source: 'plugin', path, message: `${why}, so Claude Code loads the plugin without its hooks` },
  ];
  if ((await files.typeOf(path)) === 'folder') return report('This is a folder');
  const bytes = await files.readFile(path);
  if (!bytes) return [];
  const { root, faults, unread } = readJson(decodeText(bytes));
  if (unread) return [];
  if (!root || faults.length > 0) return report('This is not valid JSON');
  const [hooks, modules] = ['hooks', 'modules'].map((key) => jsonEntry(root, key)?.value);
  if (root.type !== 'object') return report('This is not a JSON object');
  if (!hooks && !modules) return report('`hooks` is missing');
  if (jsonItems(modules).length > 1) return report('`modules` names more than one module');
  return hooks && hooks.type !== 'object' ? report('`hooks` is not an object') : [];
}
