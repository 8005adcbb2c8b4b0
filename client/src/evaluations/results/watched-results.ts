import { RelativePattern, Uri, workspace } from 'vscode';

const names = '{aggregate-result,benchmark,grading}.json';

/**
 * The files to watch while a result is shown: it may change, or get others next to it. Outside of the workspace, only its own
 * folder: everything below the folder around it could be a whole disk.
 */
export function watchedResults(uri: Uri): RelativePattern {
  const own = Uri.joinPath(uri, '..');
  // The results of skill-creator are a folder.
  const around = [Uri.joinPath(own, '..'), own, uri].find((folder) => workspace.getWorkspaceFolder(folder));
  return around ? new RelativePattern(around, `**/${names}`) : new RelativePattern(own, names);
}
