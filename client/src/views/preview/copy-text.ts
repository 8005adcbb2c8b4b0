import { env, window } from 'vscode';

/** Puts a text into the clipboard, and says so. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage('Copied', 3_000);
}
