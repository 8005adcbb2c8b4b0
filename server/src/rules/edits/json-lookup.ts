import { type JsonNode, jsonEntries, jsonItems } from '../../document/json-document.ts';
import { oncePer } from '../../platform/once.ts';

/** The values of an object; of a repeated key the last one counts. */
const values = oncePer(
  (object: JsonNode): ReadonlyMap<string, JsonNode | undefined> =>
    new Map(jsonEntries(object).map(({ key, value }) => [key, value])),
);

/** Finds the same as `jsonAt`, for callers that look up many keys in one object. */
export function lookUpJson(root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined {
  let node = root;
  for (const part of path)
    node = node?.type === 'array' ? jsonItems(node)[Number(part)] : node && values(node).get(part);
  return node;
}
