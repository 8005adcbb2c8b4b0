import type { Uri } from 'vscode';
import { homeFolder } from '#host/this-host.ts';

/** The path of a file or folder for users: with `~` for the home folder. */
export function pathFromHome({ fsPath }: Pick<Uri, 'fsPath'>, home: string = homeFolder()): string {
  const rest = fsPath.slice(home.length);
  const isWithin = sameCase(fsPath.slice(0, home.length)) === sameCase(home) && /^(?:[\\/]|$)/.test(rest);
  return isWithin && home.length > 1 ? `~${rest}` : fsPath;
}

/** VS Code writes the letters of drives in lower case. */
function sameCase(path: string): string {
  return path.replace(/^[a-z]:/i, (drive) => drive.toLowerCase());
}
