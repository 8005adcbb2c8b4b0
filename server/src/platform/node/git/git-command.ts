import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Refusal } from '../../refusal.ts';

/** Milliseconds that a question to git may take: a large repository on a slow disk needs a few seconds. */
const maxMilliseconds = 60_000;

/** The standard output of git, or why there is none. */
type GitAnswer = { readonly output: Buffer } | Refusal;

/**
 * Asks git for something about a repository. Only commands that read its database may be asked: they run no hook and no
 * filter, and never touch the work tree.
 *
 * @param folder any folder of the repository
 * @param max bytes of the answer
 */
export async function askGit(folder: string, words: readonly string[], max: number): Promise<GitAnswer> {
  const child = startGit(folder, words);
  if ('problem' in child) return child;
  child.stdin.end();
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => child.kill('SIGKILL'), maxMilliseconds);
  child.stdout.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size > max) child.kill('SIGKILL');
    else output.push(piece);
  });
  child.stderr.on('data', (piece: Buffer) => {
    if (errors.length < 16) errors.push(piece);
  });
  const code = await new Promise<number | null | Error>((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  clearTimeout(timer);
  if (code instanceof Error) return { problem: code.message };
  if (size > max) return { problem: 'the repository has too many files' };
  if (code === 0) return { output: Buffer.concat(output) };
  const message = Buffer.concat(errors).toString().trim().split('\n', 1)[0] ?? '';
  return { problem: message.replace(/^(fatal|error): /, '') || 'git gave no answer' };
}

/** Starts git with an open input. */
export function startGit(folder: string, words: readonly string[]): ChildProcessWithoutNullStreams | Refusal {
  const program = findGit(process.platform, process.env, existsSync);
  if (program === undefined) return { problem: 'git was not found' };
  const child = spawn(program, [...safeOptions, '-C', folder, ...words], {
    // Not the repository: Windows looks there for the programs that git starts.
    cwd: tmpdir(),
    env: environmentOf(process.env),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // A program that ends early closes its input.
  child.stdin.on('error', () => {});
  return child;
}

/** Nothing that the configuration of a repository names is started, and nothing is fetched. */
const safeOptions = [
  '--no-pager',
  '--no-replace-objects',
  '--no-optional-locks',
  '--literal-pathspecs',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'protocol.allow=never',
];

/** Variables that would make git read another repository, as a hook of git sets them. */
const otherRepository = /^GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_\w+|NAMESPACE|PREFIX)$/;

function environmentOf(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(([name]) => !otherRepository.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
}

/**
 * The path of git; undefined if there is none. Only absolute folders of the PATH count: Windows would also look in the
 * current folder, which may be that of a repository.
 *
 * @param exists whether there is a file at a path
 */
function findGit(
  platform: NodeJS.Platform,
  variables: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean,
): string | undefined {
  const { delimiter, join, isAbsolute } = platform === 'win32' ? path.win32 : path.posix;
  const folders = (variables.PATH ?? variables.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, platform === 'win32' ? 'git.exe' : 'git')).find(exists);
}
