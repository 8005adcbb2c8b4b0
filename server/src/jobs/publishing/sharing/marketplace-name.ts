import { jsonAt, readJson } from '../../../document/json-document.ts';
import { type OpenTexts, readEditableText } from '../../../features/edits/editable-text.ts';
import { marketplaceFile } from '../../../features/references/manifest-references.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { lastPart } from '../../../platform/paths.ts';

/** The name of the marketplace in a folder, or else that of the folder; undefined if there is none. */
export async function marketplaceName(folder: string, files: FileSystem, open: OpenTexts): Promise<string | undefined> {
  const read = await readEditableText(`${folder}/${marketplaceFile}`, files, open);
  if (typeof read === 'string') return undefined;
  const name: unknown = jsonAt(readJson(read.text).root, ['name'])?.value;
  return typeof name === 'string' ? name : lastPart(folder);
}
