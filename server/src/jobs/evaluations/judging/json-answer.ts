import { isMap } from '../../../document/json-map.ts';

/** The JSON object in an answer of a model, which may have words around it; undefined if there is none. */
export function jsonAnswer(text: string): Readonly<Record<string, unknown>> | undefined {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (start < 0 || end < start) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
