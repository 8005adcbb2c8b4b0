import type { DocumentLink } from 'vscode-languageserver-types';
import { URI } from 'vscode-uri';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { lastPart } from '../../platform/paths.ts';
import type { OpenFile } from '../check/open-file.ts';
import { isFileReference, isPlainLink } from '../references/reference.ts';
import { referencesIn } from '../references/references-in.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { namingFile } from './subject-at.ts';

/** Different paths of one text that are searched for. */
const maxPaths = 200;

const concurrency = 16;

/**
 * The paths in a text at which there is a file, as links.
 *
 * @param editorKnowsMarkdown whether the editor finds plain links itself
 */
export async function documentLinks(
  open: OpenFile,
  files: FileSystem,
  editorKnowsMarkdown: boolean,
): Promise<DocumentLink[]> {
  const { document } = open;
  const references = referencesIn(document, namingFile(open))
    .filter(isFileReference)
    .filter((reference) => !(editorKnowsMarkdown && isPlainLink(reference, document.text)));
  const paths = [...new Set(references.map(({ target }) => target.path))].slice(0, maxPaths);
  const types = await mapConcurrently(paths, concurrency, (path) => files.typeOf(path));
  const existing = new Set(paths.filter((_, index) => types[index] === 'file'));
  return references
    .filter(({ target }) => existing.has(target.path))
    .map(({ range, target: { path } }) => ({
      range: toLspRange(document.lines, range),
      target: URI.file(path).toString(),
      tooltip: `Open ${lastPart(path)}`,
    }));
}
