/** A JSON object of unknown content. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** The JSON object in a file or a text; undefined if there is none. */
export function parseMap(content: Uint8Array | string | undefined): JsonMap | undefined {
  if (content === undefined) return undefined;
  return mapOf(parseJson(typeof content === 'string' ? content : new TextDecoder().decode(content)));
}

/** The value of a text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a file with a value. */
export function jsonText(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Whether a value is an object, not a list or null. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value that is an object. */
export function mapOf(value: unknown): JsonMap | undefined {
  return isMap(value) ? value : undefined;
}

/** A value that is a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
