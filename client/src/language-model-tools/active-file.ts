import { window } from 'vscode';

/** The file in the active editor: with several folders, tools use the skills of its folder. */
export function activeFile(): { readonly active?: string } {
  const uri = window.activeTextEditor?.document.uri;
  return uri === undefined ? {} : { active: uri.toString() };
}
