import path from 'node:path';

/**
 * The address of a workbench with a folder or a `.code-workspace` file open. The payload is how a page hands VS Code the options that the
 * desktop takes on its command line.
 */
export function workbenchAddress(
  serverAddress: string,
  opened: string,
  payload: readonly (readonly [option: string, value: string])[] = [],
): string {
  const kind = opened.endsWith('.code-workspace') ? 'workspace' : 'folder';
  const query = [`${kind}=${encodeURIComponent(remotePath(opened)).replaceAll('%2F', '/')}`];
  if (payload.length > 0) {
    query.push(`payload=${encodeURIComponent(JSON.stringify(payload))}`);
  }
  return `http://${serverAddress}/?${query.join('&')}`;
}

/** The URI of a file of the server's machine in a workbench. */
export function remoteUri(serverAddress: string, file: string): string {
  return `vscode-remote://${serverAddress}${remotePath(file)}`;
}

/** A path as in URIs: with slashes, and starting with one on Windows too. */
function remotePath(file: string): string {
  const slashed = file.replaceAll(path.sep, '/');
  return slashed.startsWith('/') ? slashed : `/${slashed}`;
}
