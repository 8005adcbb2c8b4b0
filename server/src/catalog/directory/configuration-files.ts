import { HOOK_EVENTS } from '../../dialect/hooks.ts';
import { PLUGIN_DIRECTORY } from '../../dialect/plugin-directory.ts';
import type { JsonValue } from '../../dialect/text/to-json.ts';
import { checkMcpServer } from '../../dialect/validate.ts';
import { jsonValue, readJson } from '../../document/json-document.ts';
import { isMap, type JsonMap } from '../../document/json-values.ts';
import { partsInside } from '../../platform/paths.ts';
import type { RegularFile } from './regular-file.ts';

/** Where Claude Code looks without being told. */
export const defaultFiles = { mcp: '.mcp.json', hooks: 'hooks/hooks.json' } as const;

/** Why the plugin directory refuses the text of a JSON file, whatever is in it. */
type TextFault = 'mark' | 'not-utf-8' | 'too-deep';

/** A file that may be one of servers, or of hooks, as the plugin directory reads it. */
export interface ConfigurationFile {
  /** Why it was not read; undefined if it was, or if there is none. */
  readonly unread?: { readonly isTooLarge: boolean; readonly part?: number; readonly isLink?: boolean };
  /** Why its text is refused, or that it is no JSON. */
  readonly fault?: TextFault | 'syntax';
  /** The following are undefined if it was not read. */
  readonly asServers?: ServersFile;
  readonly asHooks?: HooksFile;
}

interface ServersFile {
  /** The value that must be an object and is not. */
  readonly fault?: 'root' | 'mcpServers';
  /** Whether each server is on another machine. Those that are not started are left out. */
  readonly servers: ReadonlyMap<string, boolean>;
}

interface HooksFile {
  /** The objection of the plugin directory, as words after the name of the file. */
  readonly fault?: { readonly code: 'HOOKS_SCHEMA_INVALID' | 'HOOKS_MISSING_WRAPPER'; readonly words: string };
  readonly sendsRequests: boolean;
}

/** Reads a file that may be one of servers, or of hooks. */
export function readConfigurationFile({ isFound, bytes, isTooLarge, refused }: RegularFile): ConfigurationFile {
  if (!isFound) return refused ? { unread: { isTooLarge: false, ...refused } } : {};
  if (!bytes) return { unread: { isTooLarge: isTooLarge === true } };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const fault = faultOfText(text, isUtf8(bytes));
  if (fault) return { fault };
  const { root, faults, unread } = readJson(text);
  if (unread) return {};
  if (faults.length > 0 || !root) return { fault: 'syntax' };
  const value = jsonValue(root);
  return { asServers: readServers(value), asHooks: readHooks(value) };
}

function readServers(value: JsonValue): ServersFile {
  if (!isMap(value)) return { fault: 'root', servers: new Map() };
  const { mcpServers } = value;
  if (mcpServers === undefined) return { servers: serversOf(value) };
  return isMap(mcpServers) ? { servers: serversOf(mcpServers) } : { fault: 'mcpServers', servers: new Map() };
}

function readHooks(value: JsonValue): HooksFile {
  const fault = faultOfHooks(value);
  return { ...(fault && { fault }), sendsRequests: isMap(value) && hasHttpHook(value.hooks) };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Why the plugin directory refuses a JSON text that is read otherwise; undefined if it does not. */
export function faultOfText(text: string, isUtf8: boolean): TextFault | undefined {
  if (text.startsWith('\uFEFF')) return 'mark';
  if (!isUtf8) return 'not-utf-8';
  return isTooDeep(text) ? 'too-deep' : undefined;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\[\s\S])*"?|[{}[\]]/g)) {
    if (part === '{' || part === '[') depth++;
    else if ((part === '}' || part === ']') && depth > 0) depth--;
    if (depth > PLUGIN_DIRECTORY.limits.jsonNesting) return true;
  }
  return false;
}

/** The files that a manifest names for one kind of configuration. */
interface NamedFiles {
  /** Those that are read, relative to the plugin. */
  readonly read: readonly string[];
  /** Those that are too many. */
  readonly leftOut: readonly string[];
}

/** The files that a manifest names for servers or hooks, besides the default one. */
export function namedFiles(manifest: JsonMap, kind: 'mcp' | 'hooks'): NamedFiles {
  const written = asItems(kind === 'mcp' ? manifest.mcpServers : manifest.hooks).flatMap(
    (it) => namedFile(it, kind) ?? [],
  );
  const inOrder = kind === 'mcp' ? [...new Set(written.reverse())].reverse() : [...new Set(written)];
  const others = inOrder.filter((path) => path !== defaultFiles[kind]);
  const most = PLUGIN_DIRECTORY.limits.filesOfOneKind;
  return { read: others.slice(0, most), leftOut: others.slice(most) };
}

/** The path of a file that a manifest names; undefined if the plugin directory does not look there. */
function namedFile(written: unknown, kind: 'mcp' | 'hooks'): string | undefined {
  if (typeof written !== 'string' || !written.startsWith('./') || written.includes('..')) return undefined;
  if (kind === 'mcp' && !written.endsWith('.json')) return undefined;
  return partsInside(written)!.join('/') || '.';
}

/** The items of a value that may be a list or a single one. */
export function asItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** The servers of a file, or of a manifest, by name: whether they are on another machine. Others are not started. */
export function serversOf(value: JsonMap): ReadonlyMap<string, boolean> {
  const valid = Object.entries(value).filter(
    ([, server]) => isMap(server) && checkMcpServer(server as JsonValue).length === 0,
  );
  return new Map(valid.map(([name, server]) => [name, isRemote(server as JsonMap)]));
}

const remoteTypes = new Set(['http', 'streamable-http', 'claudeai-proxy', 'sse', 'sse-ide', 'ws', 'ws-ide']);

function isRemote({ type, url }: JsonMap): boolean {
  return typeof type === 'string' && remoteTypes.has(type) && typeof url === 'string' && /[^\0-\x20]/.test(url);
}

/** Whether hooks send something to an address. */
export function hasHttpHook(hooks: unknown): boolean {
  if (!isMap(hooks)) return false;
  const groups = Object.values(hooks).flatMap((event) => (Array.isArray(event) ? event : []));
  const handlers = groups.flatMap((group) => (isMap(group) && Array.isArray(group.hooks) ? group.hooks : []));
  return handlers.some((handler) => isMap(handler) && handler.type === 'http');
}

const events = new Set(HOOK_EVENTS.map(({ name }) => name));

function faultOfHooks(value: JsonValue): HooksFile['fault'] {
  const invalid = (words: string) => ({ code: 'HOOKS_SCHEMA_INVALID' as const, words });
  if (!isMap(value)) return invalid('is not an object');
  const { modules, hooks } = value;
  const isListOfOne = Array.isArray(modules) && modules.length <= 1 && modules.every((it) => typeof it === 'string');
  if (modules !== undefined && !isListOfOne) return invalid('has `modules` that are not a list of at most one path');
  if (value.description !== undefined && typeof value.description !== 'string') {
    return invalid('has a `description` that is not a string');
  }
  if (value.surface !== undefined) return invalid('has a `surface`');
  if (hooks === undefined) {
    return isListOfOne && modules.length > 0 ? undefined : { code: 'HOOKS_MISSING_WRAPPER', words: 'has no `hooks`' };
  }
  if (!isMap(hooks)) return invalid('has `hooks` that are not an object');
  const event = Object.keys(hooks).find((name) => events.has(name) && !Array.isArray(hooks[name]));
  return event === undefined ? undefined : invalid(`has no list under \`${event}\``);
}
