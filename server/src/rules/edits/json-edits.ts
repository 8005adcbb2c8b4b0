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
  return node.parent && removeJsonChildren(node.parent, new Set([node]))[0];
}

/** The edits that remove some of the entries of an object, or items of a list, with the commas that belong to them. */
export function removeJsonChildren({ children = [] }: JsonNode, removed: ReadonlySet<JsonNode>): TextEdit[] {
  const lastKept = children.findLastIndex((it) => !removed.has(it));
  const edits: TextEdit[] = [];
  for (const [index, node] of children.slice(0, lastKept).entries()) {
    if (removed.has(node)) edits.push(removal(node.offset, children[index + 1]!.offset));
  }
  const [before, last] = [children[lastKept], children.at(-1)];
  if (last && removed.has(last)) edits.push(removal(before ? endOf(before) : children[0]!.offset, endOf(last)));
  return edits;
}

function removal(start: number, end: number): TextEdit {
  return { range: textRange(start, end), newText: '' };
}

function endOf({ offset, length }: JsonNode): number {
  return offset + length;
}

/** Writes another text in place of a value. What it means has changed, so it needs review. */
export function replaceString(node: JsonNode, text: string): Fix {
  return {
    title: `Write ${showText(text)}`,
    safe: false,
    edits: [{ range: jsonRange(node), newText: JSON.stringify(text) }],
  };
}
