/**
 * The text of a file as Claude Code reads it: always as UTF-8, with U+FFFD for invalid bytes. A byte order mark
 * remains.
 */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
