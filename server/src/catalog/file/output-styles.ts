import { readText } from '../../dialect/coercion.ts';
import { OUTPUT_STYLES_FOLDER } from '../../dialect/output-styles.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { type JsonNode, jsonEntry } from '../../document/json-document.ts';
import { readDocument } from '../../document/read-document.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';

/** An output style of a project or user. */
export interface OutputStyle {
  /** By which settings choose it: its field `name`, or else the name of its file. */
  readonly name: string;
  /** The name of its file, without `.md`. */
  readonly fileName: string;
}

/** Further files, and deeper folders, are not looked at. */
const maxFiles = 200;
const maxDepth = 4;

/** How many files are read at a time. */
const concurrency = 16;

/**
 * The output styles that settings may mean; undefined if the settings choose none.
 *
 * @param claudeFolders the folders `.claude` of the project and of the user
 */
export async function findOutputStyles(
  settings: JsonNode | undefined,
  claudeFolders: readonly string[],
  files: FileSystem,
): Promise<readonly OutputStyle[] | undefined> {
  if (jsonEntry(settings, 'outputStyle')?.value?.type !== 'string') return undefined;
  const folders = [...new Set(claudeFolders)].map((folder) => `${folder}/${OUTPUT_STYLES_FOLDER}`);
  const paths = (await Promise.all(folders.map((folder) => markdownBelow(folder, files, maxDepth)))).flat();
  return mapConcurrently(paths.slice(0, maxFiles), concurrency, async (path) => {
    const fileName = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
    const bytes = await files.readFile(path);
    const document = bytes && readDocument(decodeText(bytes), DEFAULT_RUNTIME);
    return { name: readText(document?.frontmatter.fields.get('name')?.value, DEFAULT_RUNTIME) || fileName, fileName };
  });
}

async function markdownBelow(folder: string, files: FileSystem, depth: number): Promise<readonly string[]> {
  const entries = (await files.readFolder(folder)) ?? [];
  const found = entries.slice(0, maxFiles).map(async ({ name, type }): Promise<readonly string[]> => {
    if (type === 'folder') return depth > 0 ? markdownBelow(`${folder}/${name}`, files, depth - 1) : [];
    return name.endsWith('.md') ? [`${folder}/${name}`] : [];
  });
  return (await Promise.all(found)).flat();
}
