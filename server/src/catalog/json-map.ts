/** A JSON object of which nothing is known yet. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** The JSON object in a file; undefined where there is none. */
export function parseMap(bytes: Uint8Array): JsonMap | undefined {
  try {
    return mapOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

/** A value that is an object. */
export function mapOf(value: unknown): JsonMap | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonMap) : undefined;
}

/** A value that is text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
