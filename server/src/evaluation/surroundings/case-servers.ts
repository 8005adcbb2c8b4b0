import { readJsonFile } from '../../catalog/facts/json-file.ts';
import { readMcpServers } from '../../catalog/facts/mcp-servers.ts';
import { SERVER_MOCK } from '../../dialect/evaluations.ts';
import { jsonEntries, jsonEntry, jsonItems } from '../../document/json-document.ts';
import { readTextFile } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { foldersAbove, isWithin } from '../../platform/paths.ts';
import { savedToolsFile } from './evaluation-path.ts';

/** The MCP servers of a case's runs. Those of the user and of the project are not started. */
export interface CaseServers {
  /** The name of the plugin around the case; undefined outside of plugins. */
  readonly plugin: string | undefined;
  /** The servers of the plugin, by their names. They are only started if there is no mock of them and the user asks for it. */
  readonly declared: readonly string[];
  /** The tools for which mocks answer, by the folder of their server. */
  readonly mocked: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Folders of servers in one folder of mocks that are read. */
const maxServers = 50;

/** A larger file is not read. */
const maxBytes = 1 << 20;

/** How many folders are read at a time. */
const concurrency = 8;

/** The servers of a case in a folder, or of those that a folder of mocks applies to; undefined if they are not known. */
export async function readCaseServers(
  folder: string,
  evaluations: string,
  pluginRoot: string | undefined,
  files: FileSystem,
): Promise<CaseServers | undefined> {
  const [ofPlugin, ...layers] = await Promise.all([
    pluginRoot === undefined ? { plugin: undefined, declared: [] } : serversOfPlugin(pluginRoot, files),
    ...[folder, ...foldersAbove(folder)]
      .filter((above) => isWithin(above, evaluations))
      .map((above) => readMocks(`${above}/mocks`, files)),
  ]);
  if (!ofPlugin || layers.includes(undefined)) return undefined;
  const mocked = new Map<string, ReadonlySet<string>>();
  for (const layer of layers)
    for (const [server, tools] of layer!) mocked.set(server, new Set([...(mocked.get(server) ?? []), ...tools]));
  return { ...ofPlugin, mocked };
}

async function serversOfPlugin(root: string, files: FileSystem): Promise<Omit<CaseServers, 'mocked'> | undefined> {
  const manifest = await readJsonFile(`${root}/.claude-plugin/plugin.json`, files, maxBytes);
  const plugin: unknown = jsonEntry(manifest, 'name')?.value?.value;
  const inline = jsonEntry(manifest, 'mcpServers')?.value;
  // Servers in other files, and those of bundles, are not looked for.
  if (typeof plugin !== 'string' || (inline && inline.type !== 'object')) return undefined;
  const inFile = await readMcpServers([root], files);
  return { plugin, declared: [...new Set([...inFile, ...jsonEntries(inline).map(({ key }) => key)])] };
}

/** The tools for which the mocks in a folder answer; undefined if there are too many servers. */
async function readMocks(folder: string, files: FileSystem): Promise<CaseServers['mocked'] | undefined> {
  const entries = (await files.readFolder(folder)) ?? [];
  const servers = entries
    .filter(({ type, name }) => type === 'folder' && !name.startsWith('.'))
    .map(({ name }) => name);
  if (servers.length > maxServers) return undefined;
  const read = await mapConcurrently(servers, concurrency, async (server) => {
    const inside = (await files.readFolder(`${folder}/${server}`)) ?? [];
    const mocks = inside.filter(({ type, name }) => type === 'file' && name.endsWith('.md')).map(({ name }) => name);
    const listed = mocks.includes(SERVER_MOCK) ? await toolsOfServerMock(`${folder}/${server}`, files) : [];
    const alone = mocks.filter((name) => name !== SERVER_MOCK).map((name) => name.slice(0, -'.md'.length));
    return [server, new Set([...alone, ...listed])] as const;
  });
  return new Map(read.filter(([, tools]) => tools.size > 0));
}

/** The tools that a `_server.md` lists, on one line or on several. */
async function toolsOfServerMock(folder: string, files: FileSystem): Promise<readonly string[]> {
  const text = await readTextFile(`${folder}/${SERVER_MOCK}`, files, maxBytes);
  const head = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\n---/.exec((text ?? '').slice(0, headLength))?.[1];
  const list = head && /^tools:([^\n]*(?:\n[ \t-][^\n]*)*)/m.exec(head)?.[1];
  return list?.match(/[\w-]*\w[\w-]*/g) ?? [];
}

/** How much of a mock is searched for its tools. */
const headLength = 16_384;

/** The names of the tools that a server has, as they are saved beside its mocks; undefined if none are. */
export async function readSavedTools(folder: string, files: FileSystem): Promise<ReadonlySet<string> | undefined> {
  const root = await readJsonFile(`${folder}/${savedToolsFile}`, files, maxBytes);
  const tools = jsonEntry(root, 'tools')?.value ?? jsonEntry(jsonEntry(root, 'result')?.value, 'tools')?.value;
  if (tools?.type !== 'array') return undefined;
  const names = jsonItems(tools).map((tool): unknown => jsonEntry(tool, 'name')?.value?.value);
  return new Set(names.filter((name) => typeof name === 'string'));
}
