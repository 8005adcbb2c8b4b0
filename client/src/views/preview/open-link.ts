import { commands, env, Uri } from 'vscode';

/** Opens a link of a rendered text: pages after VS Code's own question, relative ones as files; anything else not. */
export async function openLink(address: string, from: Uri): Promise<void> {
  if (/^https?:/i.test(address)) {
    await env.openExternal(Uri.parse(address, true));
    return;
  }
  const path = address.replace(/[?#].*$/s, '');
  if (path === '' || /^([a-z][a-z\d+.-]*:|[\\/]{2})/i.test(path)) return;
  const file = path.startsWith('/') ? from.with({ path }) : Uri.joinPath(from, '..', decoded(path));
  await commands.executeCommand('vscode.open', file);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
