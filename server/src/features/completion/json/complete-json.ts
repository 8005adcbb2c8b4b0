import { getLocation } from 'jsonc-parser';
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { SkillNames } from '../../../catalog/file/catalog-location.ts';
import { findJsonPart, type JsonPart, partsAt } from '../../../dialect/text/json-parts.ts';
import { jsonAt, jsonEntries, jsonRange } from '../../../document/json-document.ts';
import type { JsonKind } from '../../../document/runtime-id.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import type { OpenFile } from '../../check/open-file.ts';
import { partSummary } from '../../hover/json-part-text.ts';
import { ownMarkdown } from '../../text/markdown-text.ts';
import type { Proposals } from '../proposal.ts';
import { hookKeysAt, hookValuesAt } from './complete-json-hooks.ts';
import { asProperty, asValue, isValuePlace, type Word } from './json-proposals.ts';

/** The lists of `permissions` that contain rules about skills. */
const ruleLists = ['allow', 'deny', 'ask'];

/** The completions at an offset of a plugin's manifest or of settings that concern skills. */
export function completeJson(open: OpenFile, kind: JsonKind, offset: number): Proposals | undefined {
  const { text } = open.document;
  const location = getLocation(text, offset);
  const { previousNode } = location;
  const isBegun = previousNode && previousNode.offset < offset && previousNode.offset + previousNode.length >= offset;
  const typed = isBegun ? jsonRange(previousNode) : undefined;
  const replace = typed ?? textRange(offset, offset);
  // A string whose quote is missing may go on in the next line, but a completion cannot replace more than its own line.
  if (/[\r\n]/.test(text.slice(replace.start, replace.end))) return undefined;
  const path = location.path.map(String);
  const items = location.isAtPropertyKey
    ? keysAt(open, kind, path.slice(0, -1), typed).map((key) => asProperty(key, text, replace.end))
    : isValuePlace(location) || typed
      ? valuesAt(open, kind, path).map(asValue)
      : [];
  return items.length === 0 ? undefined : { replace, items };
}

function keysAt(
  { document, file }: OpenFile,
  kind: JsonKind,
  parent: readonly string[],
  typed: TextRange | undefined,
): Word[] {
  const root = document.json?.root;
  const others = jsonEntries(jsonAt(root, parent)).filter(({ keyRange }) => keyRange.start !== typed?.start);
  const taken = new Set(others.map(({ key }) => key));
  const isFree = ({ word }: Word) => !taken.has(word);
  const known = [...partsAt(kind, parent).map(partWord), ...hookKeysAt(kind, root, parent, file.inCatalog?.installed)];
  if (known.length > 0) return known.filter(isFree);
  if (kind !== 'settings' || parent.length !== 1) return [];
  if (parent[0] === 'permissions') return ruleLists.map((word) => listWord(word)).filter(isFree);
  if (parent[0] !== 'skillOverrides') return [];
  const names = (file.inCatalog?.names ?? []).filter(({ plugin, loaded }) => plugin === undefined && loaded);
  return uniqueNames(names)
    .map((name) => ({ ...skillWord(name), literal: '""' }))
    .filter(isFree);
}

function valuesAt({ file, document }: OpenFile, kind: JsonKind, path: readonly string[]): Word[] {
  const [part = '', inner] = path;
  const ofHook = hookValuesAt(kind, document.json?.root, path);
  if (ofHook.length > 0) return ofHook;
  if (kind === 'marketplace') {
    const isSource = part === 'plugins' && path.length === 3 && path[2] === 'source';
    return isSource ? (file.pluginFiles?.folders ?? []).map((it) => pathWord(it, CompletionItemKind.Folder)) : [];
  }
  if (path.at(-1) === 'type' && isServer(kind, path)) {
    return ['stdio', 'http', 'sse', 'ws'].map((word) => ({ word, kind: CompletionItemKind.Value }));
  }
  if (kind === 'plugin') {
    const files = file.pluginFiles;
    if (!files || path.length > 2) return [];
    if (part === 'skills') return files.folders.map((it) => pathWord(it, CompletionItemKind.Folder));
    if (part === 'commands' || part === 'agents') return files.files.map((it) => pathWord(it, CompletionItemKind.File));
    return [];
  }
  if (part === 'skillOverrides' && path.length === 2) return valuesOf(findJsonPart(kind, part), false);
  if (part === 'disableSkillShellExecution') return valuesOf(findJsonPart(kind, part), true);
  if (part !== 'permissions' || path.length !== 3 || !ruleLists.includes(inner!)) return [];
  const names = uniqueNames((file.inCatalog?.names ?? []).filter(({ loaded }) => loaded));
  const plugins = [...new Set(names.map(({ plugin }) => plugin))].filter((it) => it !== undefined);
  return [
    ...names.map((name) => ({ ...skillWord(name), word: `Skill(${name.name})` })),
    ...plugins.map((plugin) => ({
      word: `Skill(${plugin}:*)`,
      kind: CompletionItemKind.Value,
      detail: 'all skills of the plugin',
    })),
  ];
}

/** Whether a path leads to a key of an MCP server. */
function isServer(kind: JsonKind, path: readonly string[]): boolean {
  return (kind === 'mcp-servers' || kind === 'plugin') && path[0] === 'mcpServers' && path.length === 3;
}

function partWord(part: JsonPart): Word {
  const { name, example } = part;
  const literal = example.startsWith('{') ? '{}' : example.startsWith('[') ? '[]' : example;
  return { word: name, kind: CompletionItemKind.Property, documentation: partSummary(part), literal };
}

function listWord(word: string): Word {
  return { word, kind: CompletionItemKind.Property, literal: '[]' };
}

function skillWord({ name, plugin, path }: SkillNames): Word {
  const detail =
    plugin !== undefined ? `from plugin ${plugin}` : path === undefined ? 'bundled with Claude Code' : undefined;
  return { word: name, kind: CompletionItemKind.Value, detail };
}

function pathWord(path: string, kind: CompletionItemKind): Word {
  return { word: `./${path}`, kind };
}

function valuesOf(part: JsonPart | undefined, areLiterals: boolean): Word[] {
  return (part?.values ?? []).map(({ value, description }) => ({
    word: value,
    kind: CompletionItemKind.Value,
    documentation: ownMarkdown(description),
    literal: areLiterals ? value : undefined,
  }));
}

function uniqueNames(names: readonly SkillNames[]): SkillNames[] {
  return [...new Map(names.map((it) => [it.name, it])).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
