import { type Uri, workspace } from 'vscode';
import { pathFromHome } from './path-from-home.ts';

/** Where a file or folder is, as VS Code itself says it: relative to the folder that is open, or the whole path. */
export function placeOf(uri: Uri): string {
  return workspace.getWorkspaceFolder(uri) ? workspace.asRelativePath(uri) : pathFromHome(uri);
}
