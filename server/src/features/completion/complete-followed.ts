import type { CompletionItem } from 'vscode-languageserver-types';
import { listBundledPaths } from '../../catalog/file/bundled-paths.ts';
import { readDocument } from '../../document/read-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { relativeTo } from '../../platform/paths.ts';
import { type OpenTexts, readEditableText } from '../edits/editable-text.ts';
import type { FollowedText } from '../navigation/followed-text.ts';
import { bodyLine } from './body/body-line.ts';
import { completePath, fileOfHeading, mayBePath } from './body/complete-path.ts';
import { proposeEntries, typedMention } from './complete-entry.ts';
import { toCompletionItems } from './proposal.ts';

/** Paths and headings in a Markdown file that a skill bundles, and files after `@` in CLAUDE.md. The disk is only read where a path is being typed. */
export async function completeFollowed(
  { document, file: { kind, bases } }: FollowedText,
  offset: number,
  editorKnowsMarkdown: boolean,
  files: FileSystem,
  open: OpenTexts,
): Promise<CompletionItem[]> {
  if (kind !== undefined) return [];
  const { skill, path, mentions } = bases;
  const line = bodyLine(document, offset);
  const mention = typedMention(line, mentions);
  if (mention) {
    const entries = proposeEntries(mention, await files.readFolder(mention.folder));
    return entries ? toCompletionItems(entries, document.lines, false) : [];
  }
  if (skill === undefined || !mayBePath(line)) return [];
  const own = relativeTo(path, skill);
  const linked = editorKnowsMarkdown ? undefined : fileOfHeading(own, line);
  const read = linked === undefined ? undefined : await readEditableText(`${skill}/${linked}`, files, open);
  const other = read === undefined || typeof read === 'string' ? undefined : readDocument(read.text, document.runtime);
  const place = {
    document,
    bundledPaths: (await listBundledPaths(skill, files))?.all,
    own,
    hasVariable: false,
    headingsOf: () => other?.body.headings.map(({ text }) => text) ?? [],
  };
  const proposals = completePath(place, line, editorKnowsMarkdown);
  return proposals ? toCompletionItems(proposals, document.lines, false) : [];
}
