import { type JsonNode, readJson } from '../../document/json-document.ts';
import { readTextFile } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/**
 * The value in a JSON file, as far as it can be read; undefined if there is none.
 *
 * @param max bytes; a larger file is not read
 */
export async function readJsonFile(path: string, files: FileSystem, max?: number): Promise<JsonNode | undefined> {
  const text = await readTextFile(path, files, max);
  return text === undefined ? undefined : readJson(text).root;
}
