import { commands, env, Uri, window } from 'vscode';
import { messageText } from '../text/displayed-text.ts';

/**
 * Opens a link of a rendered text: web pages after VS Code's own confirmation, and files in the skill's folder. Others
 * are not opened: text from a repository must not open arbitrary files of the user's machine.
 *
 * @param from the file that contains the link
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
