import { FileType, Uri, workspace } from 'vscode';

/** The last part of a URI's path. */
export function baseName(uri: Uri): string {
  return uri.path.replace(/\/+$/, '').split('/').at(-1) ?? '';
}

export function parentOf(uri: Uri): Uri {
  return Uri.joinPath(uri, '..');
}

/** A file or folder of this name in a folder. Throws if the name leads elsewhere, even if it was checked before. */
export function childOf(folder: Uri, name: string): Uri {
  const child = Uri.joinPath(folder, name);
  if (child.path !== `${folder.path.replace(/\/+$/, '')}/${name}` || /^\.{0,2}$/.test(name) || /[\\/]/.test(name))
    throw new Error(`“${name}” is not the name of a file or folder`);
  return child;
}

export async function exists(uri: Uri): Promise<boolean> {
  return (await typeOf(uri)) !== undefined;
}

/** Follows links; undefined if nothing exists there. */
export async function typeOf(uri: Uri): Promise<'file' | 'folder' | undefined> {
  try {
    const { type } = await workspace.fs.stat(uri);
    return type & FileType.Directory ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

/** The URI after `from` was moved to `to`: changed for `from` and everything below it, otherwise the same. */
export function uriAfterMove(uri: Uri, from: Uri, to: Uri): Uri {
  if (uri.toString() === from.toString()) return to;
  const below = `${from.path}/`;
  return uri.path.startsWith(below) ? Uri.joinPath(to, uri.path.slice(below.length)) : uri;
}

/** A string that stays the same until something in a file or folder changes. */
export async function fingerprint(uri: Uri): Promise<string> {
  const { type, size, mtime } = await workspace.fs.stat(uri);
  // A link may lead anywhere, even back up: only the link itself belongs to the folder, not its target.
  if (type & FileType.SymbolicLink || !(type & FileType.Directory)) return `${size} ${mtime}`;
  const entries = (await workspace.fs.readDirectory(uri)).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = await Promise.all(entries.map(async ([name]) => `${name}(${await fingerprintBelow(uri, name)})`));
  return lines.join('\n');
}

function fingerprintBelow(uri: Uri, name: string): Promise<string> {
  return fingerprint(Uri.joinPath(uri, name)).catch(() => 'missing');
}
