import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { locationOfPath } from '../../../server/src/catalog/file/file-location.ts';
import type { FileKind } from '../../../server/src/document/runtime-id.ts';
import { repositoryRoot } from '../../e2e/host/repository.ts';

/** A file that the repository has for other tests, at a path of its kind. */
export interface SeedText {
  readonly path: string;
  readonly text: string;
}

/** What mutations begin with: all that the repository's own recordings, examples and clean files hold. */
export interface Seeds {
  readonly byKind: ReadonlyMap<FileKind, readonly SeedText[]>;
  /** What was typed after a slash, and commands. */
  readonly lines: readonly string[];
}

/** Longer ones would only be slow. */
const longestSeed = 6_000;

export function readSeeds(): Seeds {
  const byKind = new Map<FileKind, SeedText[]>();
  const lines = new Set<string>();
  const seen = new Set<string>();
  const add = (file: string, text: string): void => {
    const kind = (locationOfPath(file, undefined) ?? locationOfPath(file, pluginAround(file)))?.kind;
    if (!kind || text.length > longestSeed || seen.has(`${kind} ${text}`)) return;
    seen.add(`${kind} ${text}`);
    const ofKind = byKind.get(kind) ?? [];
    byKind.set(kind, ofKind);
    ofKind.push({ path: file, text });
    for (const [, command] of text.matchAll(/!`([^`]+)`/g)) lines.add(command!);
  };
  for (const file of filesBelow('test/mutation/clean')) add(`/project/.claude/${file.name}`, file.text);
  for (const { text } of filesBelow('docs/rules')) {
    for (const { code, info } of fences(text)) add(pathOfExample(info), code);
  }
  for (const { name, text } of filesBelow('test/conformance')) {
    if (name.endsWith('.jsonl')) for (const line of text.split('\n')) addRecording(line, add, lines);
  }
  return { byKind, lines: [...lines] };
}

/** The folder of the plugin whose hooks or servers a file has; undefined for other files. */
function pluginAround(file: string): string | undefined {
  return /^(.*)\/(?:hooks\/hooks|\.mcp|\.lsp)\.json$/.exec(file)?.[1];
}

function addRecording(line: string, add: (file: string, text: string) => void, lines: Set<string>): void {
  if (!line) return;
  const { input } = JSON.parse(line) as {
    input: { files?: Record<string, unknown>; prompt?: unknown; command?: unknown };
  };
  for (const [name, content] of Object.entries(input.files ?? {})) {
    if (typeof content === 'string') add(name.replace(/^(~\/)?/, '/project/'), content);
    else add(name.replace(/^(~\/)?/, '/project/'), JSON.stringify(content, null, 2));
  }
  for (const it of [input.prompt, input.command]) if (typeof it === 'string' && it.length < 2_000) lines.add(it);
}

function filesBelow(folder: string): { readonly name: string; readonly text: string }[] {
  const root = path.join(repositoryRoot, folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      name: path.relative(root, file).replaceAll('\\', '/'),
      text: readFileSync(file, 'utf8').replaceAll('\r\n', '\n'),
    }));
}

/** The code blocks of a page. */
function fences(page: string): { readonly info: string; readonly code: string }[] {
  return [...page.matchAll(/^(`{3,})(\S.*)\n([\s\S]*?)^\1$/gm)].map(([, , info, code]) => ({
    info: info!,
    code: code!,
  }));
}

function pathOfExample(info: string): string {
  const [, named] = /path=(\S+)/.exec(info) ?? [];
  if (named) return `/project/${named.replace(/^[~/]+/, '')}`;
  return info.startsWith('json') ? '/project/.claude/settings.json' : '/project/.claude/skills/demo/SKILL.md';
}
