import path from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The path of the shell in which Claude Code runs the commands of a skill; undefined if there is none. Relative names
 * and folders, which Claude Code takes from the folder it was started in, are ignored: a repository could bring them.
 * Source: recordings `own-shell-choice-*`.
 *
 * @param isExecutable whether there is a program at a path
 */
export function findCommandShell(
  platform: NodeJS.Platform,
  variables: Variables,
  isExecutable: (path: string) => boolean,
): string | undefined {
  if (platform === 'win32') return findBash(platform, variables, isExecutable);
  const named = [variables.CLAUDE_CODE_SHELL, variables.SHELL].filter(
    (shell) => shell !== undefined && /bash|zsh/.test(shell),
  ) as string[];
  const names = path.posix.basename(variables.SHELL ?? '') === 'bash' ? ['bash', 'zsh'] : ['zsh', 'bash'];
  const [preferred, other] = names.map((name) => onPath(name, variables));
  const usual = names.flatMap((name) => usualFolders.map((folder) => `${folder}/${name}`));
  return [
    ...named.flatMap((shell) => (shell.includes('/') ? shell : onPath(shell, variables))),
    ...preferred!,
    ...usual,
    ...other!,
  ].find((shell) => shell.startsWith('/') && isExecutable(shell));
}

const usualFolders = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * The path of bash; undefined if there is none.
 *
 * @param isExecutable whether there is a program at a path
 */
export function findBash(
  platform: NodeJS.Platform,
  variables: Variables,
  isExecutable: (path: string) => boolean,
): string | undefined {
  if (platform !== 'win32') return ['/bin/bash', ...onPath('bash', variables)].find(isExecutable);
  const named = variables.CLAUDE_CODE_GIT_BASH_PATH;
  // A bash.exe on the PATH may be that of the Linux subsystem, which uses other paths: only the one that comes with git
  // counts.
  const nextToGit = (variables.PATH ?? variables.Path ?? '')
    .split(';')
    .filter((folder) => folder !== '' && isExecutable(path.win32.join(folder, 'git.exe')))
    .map((folder) => path.win32.join(folder, '..', 'bin', 'bash.exe'));
  const usual = [variables.ProgramFiles, variables['ProgramFiles(x86)']]
    .filter((folder) => folder !== undefined)
    .map((folder) => path.win32.join(folder, 'Git', 'bin', 'bash.exe'));
  return [...(named === undefined ? [] : [named]), ...nextToGit, ...usual].find(isExecutable);
}

function onPath(name: string, variables: Variables): string[] {
  const folders = (variables.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return folders.map((folder) => path.posix.join(folder, name));
}
