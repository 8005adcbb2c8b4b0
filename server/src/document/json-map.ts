/** A JSON object of unknown content. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** The JSON object in a file; undefined if there is none. */
export function parseMap(bytes: Uint8Array): JsonMap | undefined {
  try {
    return mapOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
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
