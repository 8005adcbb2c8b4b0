import type { ShapeProblem } from '../../../dialect/validate.ts';
import { type JsonNode, jsonEntry, jsonRange } from '../../../document/json-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { lookUpJson } from '../../edits/json-lookup.ts';

/** Where a value of a JSON file does not have the required shape; of a missing key, the key of what misses it. */
export function rangeOfShapeProblem(root: JsonNode, { path, kind }: ShapeProblem): TextRange {
  const owner = lookUpJson(root, path.slice(0, -1));
  const entry = jsonEntry(owner, path.at(-1) ?? '');
  if ((kind === 'key' || kind === 'unexpected') && entry) return entry.keyRange;
  const node = lookUpJson(root, path) ?? owner ?? root;
  if (kind === 'missing') return entry?.keyRange ?? beginning(node);
  return jsonRange(node);
}

/** The bracket with which an object or list begins. */
export function beginning({ offset }: JsonNode): TextRange {
  return textRange(offset, offset + 1);
}
