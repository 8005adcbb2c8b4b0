import { CompletionItemKind } from 'vscode-languageserver-types';
import {
  findHookEvent,
  findHookHandler,
  HOOK_HANDLERS,
  hookEventNames,
  MATCHER_DESCRIPTION,
} from '../../../dialect/hooks.ts';
import type { InstalledFacts } from '../../../dialect/installed-facts.ts';
import { TOOLS_BY_USE } from '../../../dialect/tools/tools.ts';
import { type JsonNode, jsonAt } from '../../../document/json-document.ts';
import type { JsonKind } from '../../../document/runtime-id.ts';
import { ownMarkdown } from '../../text/markdown-text.ts';
import type { Word } from './json-proposals.ts';

/** The path inside of hooks: event, group, `hooks`, handler. Undefined elsewhere. */
function inHooks(kind: JsonKind, path: readonly string[]): readonly string[] | undefined {
  const hasHooks = kind === 'hooks' || kind === 'settings' || kind === 'plugin';
  return hasHooks && path[0] === 'hooks' ? path.slice(1) : undefined;
}

/** The keys that hooks may have at a path: events, those of a group, and those of a handler. */
export function hookKeysAt(
  kind: JsonKind,
  root: JsonNode | undefined,
  path: readonly string[],
  installed: InstalledFacts | undefined,
): Word[] {
  const inside = inHooks(kind, path);
  if (kind === 'hooks' && path.length === 0) {
    return [
      {
        word: 'hooks',
        kind: CompletionItemKind.Property,
        literal: '{}',
        documentation: ownMarkdown('The hooks, by events.'),
      },
    ];
  }
  if (!inside) return [];
  if (inside.length === 0) {
    return hookEventNames(installed).map(({ name, description }) => property(name, description, '[]'));
  }
  if (inside.length === 2) {
    return [property('matcher', MATCHER_DESCRIPTION), property('hooks', 'What runs when the matcher matches.', '[]')];
  }
  if (inside.length !== 4 || inside[2] !== 'hooks') return [];
  const type: unknown = jsonAt(root, [...path, 'type'])?.value;
  const keys = typeof type === 'string' ? (findHookHandler(type)?.keys ?? []) : [];
  return [
    property('type', 'How the hook is executed.'),
    ...keys.map(({ name, description }) => property(name, description)),
  ];
}

function property(word: string, description: string, literal?: string): Word {
  return { word, kind: CompletionItemKind.Property, documentation: ownMarkdown(description), literal };
}

/** The values that hooks may have at a path: kinds of handlers, words of their keys, and what a matcher is compared with. */
export function hookValuesAt(kind: JsonKind, root: JsonNode | undefined, path: readonly string[]): Word[] {
  const inside = inHooks(kind, path);
  if (!inside) return [];
  const [name = ''] = inside;
  if (inside.length === 3 && inside[2] === 'matcher') {
    const event = findHookEvent(name);
    const words = event?.isToolEvent ? TOOLS_BY_USE.map((tool) => tool.name) : (event?.matcherValues ?? []);
    return words.map((word) => ({ word, kind: CompletionItemKind.Value }));
  }
  if (inside.length !== 5 || inside[2] !== 'hooks') return [];
  if (inside[4] === 'type') {
    return HOOK_HANDLERS.map(({ type, description }) => ({
      word: type,
      kind: CompletionItemKind.Value,
      documentation: ownMarkdown(description),
    }));
  }
  const type: unknown = jsonAt(root, [...path.slice(0, -1), 'type'])?.value;
  const key = typeof type === 'string' ? findHookHandler(type)?.keys.find((it) => it.name === inside[4]) : undefined;
  return (key?.values ?? []).map((word) => ({ word, kind: CompletionItemKind.Value }));
}
