import type { JsonValue } from '../../../dialect/text/to-json.ts';
import {
  type JsonNode,
  jsonEntries,
  jsonEntry,
  jsonItems,
  jsonValue,
  readJson,
} from '../../../document/json-document.ts';
import { LineIndex } from '../../../document/text/line-index.ts';
import { lastPart } from '../../../platform/paths.ts';
import { hookItems, serverItems } from './hook-items.ts';
import { hostsIn, type TrustItem } from './trust-item.ts';

/** Settings that are commands, which Claude Code runs. */
const commandSettings = ['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'otelHeadersHelper'];
const commandObjects = ['statusLine', 'fileSuggestion'];

/** Settings that change what runs without asking. */
const broadSettings = ['defaultMode', 'additionalDirectories', 'enableAllProjectMcpServers', 'enabledMcpjsonServers'];

/** The rights and programs in settings, a plugin's manifest, hooks or a list of servers. */
export function jsonTrustItems(text: string, path: string): TrustItem[] {
  const { root } = readJson(text);
  if (!root) return [];
  const lines = new LineIndex(text);
  const lineOf = (node: JsonNode | undefined) => node && lines.lineAt(node.offset);
  const entry = (key: string) => jsonEntry(root, key)?.value;
  const permissions = entry('permissions');
  const servers = entry('mcpServers') ?? (lastPart(path) === '.mcp.json' ? root : undefined);
  const parts: TrustItem[][] = [
    (['allow', 'ask', 'deny'] as const).flatMap((behavior) =>
      jsonItems(jsonEntry(permissions, behavior)?.value).map((rule) =>
        item(rule, 'rule', `${behavior} ${shown(rule)}`),
      ),
    ),
    broadSettings.flatMap((key) => {
      const node = jsonEntry(permissions, key)?.value ?? entry(key);
      return node ? [item(node, 'rule', `${key}: ${shown(node)}`)] : [];
    }),
    [...commandSettings.map(entry), ...commandObjects.map((key) => jsonEntry(entry(key), 'command')?.value)].flatMap(
      (node) => (node ? [item(node, 'hook', `runs ${shown(node)}`), ...hosts(node)] : []),
    ),
    named(entry('hooks'), 'hook', 'hooks in'),
    hookItems(plain(entry('hooks')), path, lineOf(entry('hooks'))),
    named(entry('mcpServers'), 'server', 'servers in'),
    serverItems(plain(servers), path, lineOf(servers)),
    serverItems(plain(lastPart(path) === '.lsp.json' ? root : entry('lspServers')), path, lineOf(entry('lspServers'))),
  ];
  return parts.flat();

  function item(node: JsonNode, kind: TrustItem['kind'], said: string): TrustItem {
    return { kind, path, line: lineOf(node), text: said };
  }

  function hosts(node: JsonNode): TrustItem[] {
    return hostsIn(shown(node)).map((host) => item(node, 'host', host));
  }

  /** A manifest may name other files instead. */
  function named(node: JsonNode | undefined, kind: TrustItem['kind'], what: string): TrustItem[] {
    const written = node?.type === 'array' ? jsonItems(node) : node ? [node] : [];
    return written.filter(({ type }) => type === 'string').map((it) => item(it, kind, `${what} ${shown(it)}`));
  }
}

/** Whether a JSON file has a place in which Claude Code reads what it says. */
export function isTrustedJson(path: string, isInPlugin: boolean): boolean {
  return (
    /(^|\/)(\.claude\/settings(\.local)?|\.claude-plugin\/plugin|\.mcp|\.lsp)\.json$/.test(path) ||
    (isInPlugin && path.endsWith('.json'))
  );
}

function shown(node: JsonNode): string {
  return node.type === 'string' ? String(node.value) : JSON.stringify(jsonValue(node));
}

function plain(node: JsonNode | undefined): JsonValue | undefined {
  return node && jsonEntries(node).length > 0 ? (jsonValue(node) as JsonValue) : undefined;
}
