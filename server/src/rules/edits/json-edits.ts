import { type JsonNode, jsonRange } from '../../document/json-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import { showText } from '../messages/show-value.ts';
import type { Fix, TextEdit } from '../rule.ts';
import { lookUpJson } from './json-lookup.ts';

/** The edit that removes a key and its value from a JSON text, with the comma that belongs to them. */
export function removeJsonKey(root: JsonNode | undefined, path: readonly string[]): TextEdit | undefined {
  const property = lookUpJson(root, path)?.parent;
  return property?.type === 'property' ? removeChild(property) : undefined;
}

/** The edit that removes an item of a JSON list, with the comma that belongs to it. */
export function removeJsonItem(item: JsonNode): TextEdit | undefined {
  return item.parent?.type === 'array' ? removeChild(item) : undefined;
}

function removeChild(node: JsonNode): TextEdit | undefined {
  const siblings = node.parent?.children;
  if (!siblings) return undefined;
  const index = siblings.indexOf(node);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const start = before && !after ? before.offset + before.length : node.offset;
  return { range: textRange(start, after?.offset ?? node.offset + node.length), newText: '' };
}

/** Writes another text in place of a value. What it means has changed, so it needs review. */
export function replaceString(node: JsonNode, text: string): Fix {
  return {
    title: `Write ${showText(text)}`,
    safe: false,
    edits: [{ range: jsonRange(node), newText: JSON.stringify(text) }],
  };
}
