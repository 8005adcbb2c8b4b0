import { type JsonMap, parseMap } from '../../../document/json-values.ts';

/** The JSON object in an answer of a model, which may have words around it; undefined if there is none. */
export function jsonAnswer(text: string): JsonMap | undefined {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (start < 0 || end < start) return undefined;
  return parseMap(text.slice(start, end + 1));
}
