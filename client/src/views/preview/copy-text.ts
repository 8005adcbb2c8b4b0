import { env, l10n, window } from 'vscode';

/** Puts a text into the clipboard, and says so. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(l10n.t('Copied'), 3_000);
}
