import path from 'node:path';

/*
 * Libraries for this, such as `which`, look in the current folder on Windows, and in folders of the PATH that are not absolute: both
 * may be a workspace's. They do not know where installers put Claude Code either.
 */

/** Where a program is looked for. */
export interface ProgramSearch {
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  /** Whether there is a program that this user may run at a path. */
  readonly exists: (path: string) => boolean;
}

/** The program that a setting names; undefined if there is none. A relative path would depend on the workspace. */
export function namedProgram(named: string, { platform, home, exists }: ProgramSearch): string | undefined {
  const { isAbsolute, join } = pathOf(platform);
  const expanded = /^~[\\/]/.test(named) && home !== undefined ? join(home, named.slice(2)) : named;
  if (!isAbsolute(expanded)) return undefined;
  const endings = platform === 'win32' ? ['', ...windowsEndings] : [''];
  return endings.map((ending) => expanded + ending).find(exists);
}

/** The first Claude Code on the PATH, or else where its installers put it; undefined if there is none. */
export function installedProgram(search: ProgramSearch): string | undefined {
  const { platform, variables, home, exists } = search;
  const { isAbsolute, join, delimiter } = pathOf(platform);
  // A folder that is not absolute would be one of the workspace.
  const onPath = (variables.PATH ?? variables.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const own = home === undefined ? [] : ownFolders.map((folder) => join(home, folder));
  const shared = platform === 'win32' ? windowsFolders(variables) : ['/usr/local/bin', '/opt/homebrew/bin'];
  const names = platform === 'win32' ? windowsEndings.map((ending) => `claude${ending}`) : ['claude'];
  return [...onPath, ...own, ...shared].flatMap((folder) => names.map((name) => join(folder, name))).find(exists);
}

/** A program first, then the scripts with which npm starts one. */
const windowsEndings = ['.exe', '.cmd'];

/** Below the home folder: Claude Code's own installers, and package managers that do not need an administrator. */
const ownFolders = [
  '.local/bin',
  '.claude/local',
  '.claude/local/node_modules/.bin',
  '.npm-global/bin',
  '.volta/bin',
  '.bun/bin',
];

/** Where npm and winget put programs. */
function windowsFolders({ APPDATA, LOCALAPPDATA }: ProgramSearch['variables']): readonly string[] {
  const npm = APPDATA === undefined ? [] : [path.win32.join(APPDATA, 'npm')];
  return LOCALAPPDATA === undefined ? npm : [...npm, path.win32.join(LOCALAPPDATA, 'Microsoft', 'WinGet', 'Links')];
}

function pathOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}
