import { readDocument } from '../../document/read-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isInside, isWithin, lastPart, relativePath } from '../../platform/paths.ts';
import type { TextEdit } from '../../rules/rule.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import { type FileReference, isFileReference, isPlainLink } from '../references/reference.ts';
import { referencesIn } from '../references/references-in.ts';
import { isEditable, namingFiles, type SessionText, textsWith } from '../references/session-files.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import type { EditedFiles } from './edited-files.ts';

/** A file or folder that gets another path. */
export interface MovedItem {
  readonly from: string;
  readonly to: string;
}

/**
 * Adds the edits of paths in skills, commands, agents, manifests and instructions that would lead nowhere: those to moved
 * files, and those of moved files to others.
 */
export async function editLinks(
  moved: readonly MovedItem[],
  sessions: readonly ShownSession[],
  { files, open, edited }: { readonly files: FileSystem; readonly open: OpenTexts; readonly edited: EditedFiles },
): Promise<void> {
  const words = moved.flatMap(({ from }) => [lastPart(from), encodeURIComponent(lastPart(from))]);
  for (const session of sessions) {
    const { catalog } = session;
    const candidates = (await namingFiles(session, files)).filter(
      (file) => file.kind !== 'settings' && isEditable(file, sessions),
    );
    const isMoved = ({ path }: { readonly path: string }) => moved.some(({ from }) => isWithin(path, from));
    const [own, others] = [candidates.filter(isMoved), candidates.filter((file) => !isMoved(file))];
    const texts = [...(await textsWith([''], own, files, open)), ...(await textsWith(words, others, files, open))];
    for (const text of texts) edited.add(text, await linkEdits(text, moved, catalog.runtime, files));
  }
}

async function linkEdits(
  { file, read: { text } }: SessionText,
  moved: readonly MovedItem[],
  runtime: ShownSession['catalog']['runtime'],
  files: FileSystem,
): Promise<TextEdit[]> {
  const references = referencesIn(readDocument(text, runtime, file.kind), file).filter(isFileReference);
  const edits: TextEdit[] = [];
  for (const reference of references) {
    const edit = linkEdit(reference, file, text, moved);
    // A path that leads nowhere was not meant as one, or another part of the same change has already adapted it.
    if (edit && (await files.typeOf(reference.target.path)) !== undefined) edits.push(edit);
  }
  return edits;
}

function linkEdit(
  reference: FileReference,
  { bases }: SessionText['file'],
  text: string,
  moved: readonly MovedItem[],
): TextEdit | undefined {
  const { target } = reference;
  const { range, base, form } = target.written;
  const isLink = form === 'link';
  const written = text.slice(range.start, range.end);
  if (written === '') return undefined;
  const isPlain = isPlainLink(reference, text);
  // In instructions, mentions begin at the file's own folder, and may lead out of it.
  const isInstructions = form === 'mention' && base === folderOf(bases.path);
  const newBase = isPlain || isInstructions ? folderOf(pathAfter(bases.path, moved)) : pathAfter(base, moved);
  const newPath = pathAfter(target.path, moved);
  const after = relativePath(newBase, newPath);
  if (relativePath(base, target.path) === after) return undefined;
  // After a variable and in code, paths do not leave the folder, and whitespace would end them.
  if (!isPlain && !isInstructions && !isInside(newPath, newBase)) return undefined;
  if (!isLink && form !== 'manifest' && /[^\w./@+-]/.test(after)) return undefined;
  const isEncoded = isLink && (/%[\dA-F]{2}/i.test(written) || (/[\s()]/.test(after) && text[range.start - 1] !== '<'));
  const path = isEncoded ? encodeURI(after).replace(/[()]/g, (it) => (it === '(' ? '%28' : '%29')) : after;
  const prefix = written.startsWith('./') && !after.startsWith('../') ? './' : '';
  const suffix = written.endsWith('/') ? '/' : '';
  const newText = `${prefix}${path}${suffix}`;
  return { range, newText: form === 'manifest' ? JSON.stringify(newText).slice(1, -1) : newText };
}

/** Where a path is after some items have been moved. */
export function pathAfter(path: string, moved: readonly MovedItem[]): string {
  const item = moved.find(({ from }) => isWithin(path, from));
  return item ? item.to + path.slice(item.from.length) : path;
}
