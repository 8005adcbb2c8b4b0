import { type TextDocument, type Uri, workspace } from 'vscode';
import { nextEvent } from '../next-event.ts';

/**
 * Opens a document with the text that the file has now. VS Code takes a moment to notice that an open file was written, and an edit of
 * the older text would undo what was written. Resolves after a while even if VS Code does not read the file again; `isOutdated` tells.
 */
export async function openCurrentDocument(uri: Uri): Promise<TextDocument> {
  const document = await workspace.openTextDocument(uri);
  const giveUpAt = Date.now() + rereadTimeout;
  while (!document.isDirty && !document.isUntitled && Date.now() < giveUpAt) {
    if (!isOutdated(document, await workspace.fs.readFile(uri))) break;
    await nextEvent(workspace.onDidChangeTextDocument, giveUpAt - Date.now(), (it) => it.document === document);
  }
  return document;
}

/** How long VS Code may need to notice that a file was written, and to read it again. In milliseconds. */
const rereadTimeout = 10_000;

/** Whether a file was written since VS Code read it. */
export function isOutdated(document: TextDocument, bytes: Uint8Array): boolean {
  if (document.isDirty) return false;
  // With another encoding, the bytes cannot be compared with the text.
  const encoding = workspace.getConfiguration('files', document).get<string>('encoding', 'utf8');
  return encoding.startsWith('utf8') && withLineFeeds(document.getText()) !== withLineFeeds(decoded(bytes));
}

/** The text of a UTF-8 file, without byte order mark. */
export function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Editors normalize line endings. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
