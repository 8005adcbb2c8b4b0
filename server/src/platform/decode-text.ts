import type { FileSystem } from './file-system.ts';
import { oncePerBytes } from './once-per-bytes.ts';

/**
 * The text of a file as Claude Code reads it: always as UTF-8, with U+FFFD for invalid bytes. A byte order mark
 * remains. The same bytes are decoded once: a catalog, the surroundings of a file and its check all ask for their text.
 */
export const decodeText = oncePerBytes((bytes) => decoder.decode(bytes));

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The text of a file; undefined if it cannot be read.
 *
 * @param max bytes; a larger file is not read
 */
export async function readTextFile(path: string, files: FileSystem, max?: number): Promise<string | undefined> {
  const bytes = await files.readFile(path, max);
  return bytes && decodeText(bytes);
}
