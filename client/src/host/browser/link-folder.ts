import type { Uri } from 'vscode';

/** A browser has no links. */
export async function linkFolder(_target: Uri, _link: Uri): Promise<boolean> {
  return false;
}

/** There are none to remove. */
export async function removeLink(_link: Uri): Promise<void> {
  return undefined;
}
