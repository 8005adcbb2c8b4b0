import { Range, type TextDocument, Uri, type WorkspaceEdit, type WorkspaceEditEntryMetadata } from 'vscode';
import type { FileEdit } from '../../../server/src/protocol.ts';
import { placeOf } from '../text/place-of.ts';
import { openCurrentDocument, withLineFeeds } from './current-document.ts';

/**
 * Adds the server's edits to an edit of the editor. Rejects if they were made for a text other than the editor's.
 *
 * @param which unsaved documents are rejected if the edit is going to be saved
 * @param about what VS Code shows of the edit in its preview of refactorings
 */
export async function addFileEdit(
  edit: WorkspaceEdit,
  made: FileEdit,
  which: 'saved' | 'also-unsaved' = 'saved',
  about?: WorkspaceEditEntryMetadata,
): Promise<void> {
  const document = await openCurrentDocument(Uri.parse(made.uri));
  // Saving would include the user's unfinished changes, and Claude Code reads the file on disk.
  if (which === 'saved' && document.isDirty)
    throw new Error(`${placeOf(document.uri)} has unsaved changes. Save it first`);
  if (!(await isMadeFor(document, made)))
    throw new Error(
      `${placeOf(document.uri)} differs between the editor and the disk. It may have just changed, or be open in an encoding other than UTF-8. Try again, or edit it yourself`,
    );
  for (const { range, newText } of made.edits) {
    const { start, end } = range;
    edit.replace(document.uri, new Range(start.line, start.character, end.line, end.character), newText, about);
  }
}

async function isMadeFor(document: TextDocument, { version, fingerprint }: FileEdit): Promise<boolean> {
  if (version !== undefined && version !== document.version) return false;
  return (await fingerprintOf(document.getText())) === fingerprint;
}

/** As `FileEdit` describes it: an editor drops the byte order mark and normalizes line endings. */
async function fingerprintOf(text: string): Promise<string> {
  const same = withLineFeeds(text.replace(/^\uFEFF/, ''));
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(same));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
