import { getLocation } from 'jsonc-parser';
import { CompletionItemKind } from 'vscode-languageserver-types';
import type { EvaluationKey } from '../../dialect/evaluations.ts';
import { jsonAt, jsonEntries, jsonRange, readJson } from '../../document/json-document.ts';
import type { EvaluationKind } from '../../document/runtime-id.ts';
import { textRange } from '../../document/text/text-range.ts';
import { keysAt } from '../../evaluation/shapes/keys-at.ts';
import { codeSpan, markdown, ownMarkdown } from '../text/markdown-text.ts';
import { asProperty, asValue, isValuePlace } from './json/json-proposals.ts';
import type { Proposals } from './proposal.ts';

/** The keys and values of skill-creator's sets: of evaluations, and of queries that should trigger a skill. */
export function completeEvaluationSet(
  text: string,
  kind: EvaluationKind,
  offset: number,
  skills: readonly string[],
): Proposals | undefined {
  const location = getLocation(text, offset);
  const { previousNode, path, isAtPropertyKey } = location;
  const isBegun = previousNode && previousNode.offset < offset && previousNode.offset + previousNode.length >= offset;
  const replace = isBegun ? jsonRange(previousNode) : textRange(offset, offset);
  const parent = path.slice(0, -1);
  const keys = keysAt(kind, parent.map(asPlace), undefined);
  if (isAtPropertyKey) {
    const { root } = readJson(text);
    const others = jsonEntries(jsonAt(root, parent.map(String))).filter(
      ({ keyRange }) => keyRange.start !== replace.start,
    );
    const taken = new Set(others.map(({ key }) => key));
    const items = Object.entries(keys).flatMap(([key, facts]) => {
      if (taken.has(key) || (facts.sameAs !== undefined && taken.has(facts.sameAs))) return [];
      const { description, example } = facts;
      const documentation = markdown`${ownMarkdown(description)}\n\nExample: ${codeSpan(example)}`;
      const word = { word: key, kind: CompletionItemKind.Property, documentation, literal: emptyOf(facts) };
      return [asProperty(word, text, replace.end)];
    });
    return items.length > 0 ? { replace, items } : undefined;
  }
  const key = String(path.at(-1));
  const isPlace = isValuePlace(location) || isBegun;
  if (key === 'skill_name' && path.length === 1) {
    const items = isPlace ? skills.map((word) => asValue({ word, kind: CompletionItemKind.Reference })) : [];
    return items.length > 0 ? { replace, items } : undefined;
  }
  const isFlag = Object.hasOwn(keys, key) && keys[key]!.form === 'boolean';
  if (!isFlag || !isPlace) return undefined;
  const items = ['true', 'false'].map((word) => asValue({ word, kind: CompletionItemKind.Value, literal: word }));
  return { replace, items };
}

/** A step of a path as the facts write it: `-` for an item of a list. */
function asPlace(step: string | number): string {
  return typeof step === 'number' ? '-' : step;
}

/** The value that is inserted with a key. */
function emptyOf({ form, example }: EvaluationKey): string {
  if (form === 'boolean' || form === 'identifier') return example;
  return form === 'strings' || form === 'list' || form === 'items' ? '[]' : '""';
}
