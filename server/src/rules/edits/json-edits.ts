import type { JsonNode } from '../../document/json-document.ts';
import { textRange } from '../../document/text-range.ts';
import type { TextEdit } from '../rule.ts';
import { lookUpJson } from './json-lookup.ts';

/** The edit that removes a key and its value from a JSON text, with the comma that belongs to them. */
export function removeJsonKey(root: JsonNode | undefined, path: readonly string[]): TextEdit | undefined {
  const property = lookUpJson(root, path)?.parent;
  const siblings = property?.type === 'property' ? property.parent?.children : undefined;
  if (!property || !siblings) return undefined;
  const index = siblings.indexOf(property);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const start = before && !after ? before.offset + before.length : property.offset;
  return { range: textRange(start, after?.offset ?? property.offset + property.length), newText: '' };
}
