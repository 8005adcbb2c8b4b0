import { SymbolKind, type WorkspaceSymbol } from 'vscode-languageserver-types';
import { URI } from 'vscode-uri';
import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { isLost } from '../../catalog/resolve/skill-status.ts';
import { MAX_EDITOR_ITEMS } from '../../dialect/limits.ts';
import { lineOf } from '../text/markdown-text.ts';
import { tierLabel } from '../text/tier-label.ts';

/** The skills, commands and agents of all sessions whose names contain the characters of a query in their order. */
export function workspaceSymbols(catalogs: readonly Catalog[], query: string): WorkspaceSymbol[] {
  const wanted = query.trim().replace(/^\//, '').toLowerCase();
  const found = new Map<string, WorkspaceSymbol>();
  for (const catalog of catalogs) {
    for (const skill of catalog.skills()) {
      if (isLost(skill) || !isWanted(skill.name, wanted)) continue;
      add(skill.path, `/${skill.name}`, SymbolKind.Function, ownerOf(skill));
    }
    for (const { name, path } of catalog.agents())
      if (isWanted(name, wanted)) add(path, name, SymbolKind.Class, 'Agents');
  }
  return [...found.values()];

  function add(path: string, name: string, kind: SymbolKind, containerName: string): void {
    if (found.size >= MAX_EDITOR_ITEMS || found.has(path)) return;
    const start = { line: 0, character: 0 };
    const location = { uri: URI.file(path).toString(), range: { start, end: start } };
    found.set(path, { name: lineOf(name), kind, containerName: lineOf(containerName), location });
  }
}

function ownerOf({ source }: CatalogSkill): string {
  return source.plugin === undefined ? tierLabel(source.tier) : `Plugin ${source.plugin}`;
}

function isWanted(name: string, wanted: string): boolean {
  let at = 0;
  const lower = name.toLowerCase();
  for (const character of wanted) {
    at = lower.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
