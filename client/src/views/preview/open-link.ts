import { commands, env, Uri, window } from 'vscode';
import { messageText } from '../../shown-words.ts';

/**
 * Opens a link of a rendered text: pages after VS Code's own question, and files of the skill's folder. Others are not
 * opened: a text that somebody else wrote does not lead a person to any file of their machine.
 *
 * @param from the file with the text
 */
export async function openLink(address: string, from: Uri): Promise<void> {
  if (/^https?:/i.test(address)) {
    await env.openExternal(Uri.parse(address, true));
    return;
  }
  const path = decoded(address.replace(/[?#].*$/s, ''));
  if (path === '' || /^[a-z][a-z\d+.-]*:/i.test(path)) return;
  const folder = Uri.joinPath(from, '..');
  const file = Uri.joinPath(folder, path);
  if (/^[\\/]/.test(path) || path.includes('\0') || !file.path.startsWith(`${folder.path.replace(/\/$/, '')}/`)) {
    void window.showInformationMessage(messageText(`“${address}” is outside the skill’s folder`));
    return;
  }
  await commands.executeCommand('vscode.open', file);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
