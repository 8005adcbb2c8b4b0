import { env, window } from 'vscode';

/** Copies a text to the clipboard, with a message in the status bar. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage('Copied', 3_000);
}
