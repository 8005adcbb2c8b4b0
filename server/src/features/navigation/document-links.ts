import type { DocumentLink } from 'vscode-languageserver-types';
import { URI } from 'vscode-uri';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { lastPart } from '../../platform/paths.ts';
import { isFileReference, isPlainLink } from '../references/reference.ts';
import { referencesIn } from '../references/references-in.ts';
import { toLspRange } from '../text/lsp-range.ts';
import type { FollowedText } from './followed-text.ts';
import { fileOfFolder } from './locations.ts';

/** Different paths of one text that are searched for. */
const maxPaths = 200;

const concurrency = 16;

/**
 * The paths in a text at which there is a file, as links.
 *
 * @param editorKnowsMarkdown whether the editor finds plain links itself
 */
export async function documentLinks(
  open: FollowedText,
  files: FileSystem,
  editorKnowsMarkdown: boolean,
): Promise<DocumentLink[]> {
  const { document } = open;
  const references = referencesIn(document, open.file)
    .filter(isFileReference)
    .filter((reference) => !(editorKnowsMarkdown && isPlainLink(reference, document.text)));
  const paths = [...new Set(references.map(({ target }) => target.path))].slice(0, maxPaths);
  const opened = await mapConcurrently(paths, concurrency, (path) => openedFor(path, files));
  const targets = new Map(paths.map((path, index) => [path, opened[index]]));
  return references.flatMap(({ range, target: { path } }) => {
    const file = targets.get(path);
    if (file === undefined) return [];
    const tooltip = `Open ${lastPart(file)}`;
    return [{ range: toLspRange(document.lines, range), target: URI.file(file).toString(), tooltip }];
  });
}

/** The file that a link to a path opens: of the folder of a skill its text, of the folder of a plugin its manifest. */
async function openedFor(path: string, files: FileSystem): Promise<string | undefined> {
  const type = await files.typeOf(path);
  if (type === 'file') return path;
  return type === 'folder' ? fileOfFolder(path, files) : undefined;
}
