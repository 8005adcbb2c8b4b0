import type { Hover } from 'vscode-languageserver-types';
import { textSize } from '../../catalog/file/mentioned-files.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { rangeHolds } from '../../document/text/text-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isWithin, lastPart, relativeTo } from '../../platform/paths.ts';
import type { FollowedText } from '../navigation/followed-text.ts';
import { isFileReference } from '../references/reference.ts';
import { referencesIn } from '../references/references-in.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { codeSpan, markdown, ownMarkdown } from '../text/markdown-text.ts';

/** The text that Claude would read at a path; null where no path to a text is. */
export async function hoverPath(text: FollowedText, offset: number, files: FileSystem): Promise<Hover | null> {
  const { document, file } = text;
  const named = referencesIn(document, file)
    .filter(isFileReference)
    .find(({ range }) => rangeHolds(range, offset));
  if (!named || named.target.path === file.bases.path) return null;
  const { path } = named.target;
  const size = (await files.typeOf(path)) === 'file' ? await textSize(path, files) : undefined;
  if (!size) return null;
  const { skill } = file.bases;
  const shown = skill !== undefined && isWithin(path, skill) ? relativeTo(path, skill) : lastPart(path);
  const amount = ownMarkdown(`${inThousands(size.characters)} characters · about ${inThousands(size.tokens)} tokens`);
  return {
    contents: { kind: 'markdown', value: markdown`${codeSpan(shown)} · ${amount}` },
    range: toLspRange(document.lines, named.range),
  };
}
