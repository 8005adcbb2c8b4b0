import path from 'node:path';

/**
 * The path of bash; undefined if there is none.
 *
 * @param exists whether there is a file at a path
 */
export function findBash(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean,
): string | undefined {
  if (platform !== 'win32') {
    const onPath = (variables.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
    return ['/bin/bash', ...onPath.map((folder) => path.posix.join(folder, 'bash'))].find(exists);
  }
  const named = variables.CLAUDE_CODE_GIT_BASH_PATH;
  // A bash.exe on the PATH may be that of the Linux subsystem, which uses other paths: only the one that comes with git
  // counts.
  const nextToGit = (variables.PATH ?? variables.Path ?? '')
    .split(';')
    .filter((folder) => folder !== '' && exists(path.win32.join(folder, 'git.exe')))
    .map((folder) => path.win32.join(folder, '..', 'bin', 'bash.exe'));
  const usual = [variables.ProgramFiles, variables['ProgramFiles(x86)']]
    .filter((folder) => folder !== undefined)
    .map((folder) => path.win32.join(folder, 'Git', 'bin', 'bash.exe'));
  return [...(named === undefined ? [] : [named]), ...nextToGit, ...usual].find(exists);
}
