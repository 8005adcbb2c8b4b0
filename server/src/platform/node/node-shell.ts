import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Shell, ShellCommand, ShellResult } from '../shell.ts';
import { BoundedOutput } from './bounded-output.ts';
import { killTree } from './kill-tree.ts';

/** Bash, wherever this machine has it. Nothing can be typed into a command: its standard input is empty. */
export const nodeShell: Shell = {
  async run(command) {
    const started = performance.now();
    const ended = (result: Omit<ShellResult, 'ms'>): ShellResult => ({
      ...result,
      ms: Math.round(performance.now() - started),
    });
    if (command.signal?.aborted) return ended({ ...nothing, end: 'cancelled' });
    if (!isFolder(command.folder)) {
      return ended({ ...nothing, problem: `There is no folder ${command.folder} to run it in` });
    }
    const bash = findBash(process.platform, process.env, existsSync);
    if (bash === undefined) return ended({ ...nothing, problem: noBash });
    return ended(await runIn(bash, command));
  },
};

const nothing = {
  output: '',
  exitCode: undefined,
  end: 'not-started',
  problem: undefined,
  truncated: false,
} as const satisfies Omit<ShellResult, 'ms'>;

const noBash =
  process.platform === 'win32'
    ? 'Git Bash was not found. Install Git for Windows, or name its bash.exe in CLAUDE_CODE_GIT_BASH_PATH'
    : 'There is neither /bin/bash nor a bash on the PATH';

/**
 * The path of bash; undefined where there is none.
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
  // A bash.exe on the PATH may be that of the Linux subsystem, which knows other paths: only what comes with git counts.
  const besideGit = (variables.PATH ?? variables.Path ?? '')
    .split(';')
    .filter((folder) => folder !== '' && exists(path.win32.join(folder, 'git.exe')))
    .map((folder) => path.win32.join(folder, '..', 'bin', 'bash.exe'));
  const usual = [variables.ProgramFiles, variables['ProgramFiles(x86)']]
    .filter((folder) => folder !== undefined)
    .map((folder) => path.win32.join(folder, 'Git', 'bin', 'bash.exe'));
  return [...(named === undefined ? [] : [named]), ...besideGit, ...usual].find(exists);
}

/** How long a command may take to end by itself once it was asked to; milliseconds. */
const mercy = 1_000;

/** How long what a command left in the background may go on; milliseconds. Nobody would be there to end it. */
const afterglow = 50;

function runIn(bash: string, command: ShellCommand): Promise<Omit<ShellResult, 'ms'>> {
  // One pipe for both streams keeps them in order: a first bash joins them and becomes the one that runs the command.
  const joining = ['-c', 'exec "$1" -c "$2" 2>&1', bash, bash, command.command];
  let child: ChildProcess;
  try {
    child = spawn(bash, joining, {
      cwd: command.folder,
      env: { ...process.env, ...command.environment },
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    return Promise.resolve({ ...nothing, problem: messageOf(error) });
  }
  return ending(child, command);
}

/** Commands under way. They lead groups of their own, so nobody else ends them when this process does. */
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) killTree(child, 'SIGKILL');
});

function ending(child: ChildProcess, command: ShellCommand): Promise<Omit<ShellResult, 'ms'>> {
  const output = new BoundedOutput(command.outputLimit);
  let end: ShellResult['end'] = 'exited';
  running.add(child);
  return new Promise((resolve) => {
    let done = false;
    const timers: NodeJS.Timeout[] = [];
    const finish = (result: Partial<ShellResult>): void => {
      if (done) return;
      done = true;
      running.delete(child);
      // Later the number of the group may be somebody else's.
      for (const timer of timers) clearTimeout(timer);
      command.signal?.removeEventListener('abort', cancel);
      killTree(child, 'SIGKILL');
      child.stdout?.destroy();
      resolve({ ...nothing, output: output.text(), truncated: output.truncated, end, ...result });
    };
    const stop = (reason: ShellResult['end']): void => {
      if (done || end !== 'exited') return;
      end = reason;
      killTree(child, 'SIGTERM');
      timers.push(setTimeout(() => killTree(child, 'SIGKILL'), mercy));
      // A process out of reach must not keep the caller waiting.
      timers.push(setTimeout(() => finish({}), 2 * mercy));
    };
    const cancel = (): void => stop('cancelled');
    timers.push(setTimeout(() => stop('timed-out'), command.timeout));
    command.signal?.addEventListener('abort', cancel);
    child.stdout?.on('data', (bytes: Buffer) => output.add(bytes));
    child.on('error', (error) => finish({ end: 'not-started', problem: messageOf(error) }));
    const exitCode = (): number | undefined => (end === 'exited' ? (child.exitCode ?? signalCode(child)) : undefined);
    // The pipe closes when all of it is read and no process is left that could write more.
    child.on('close', () => finish({ exitCode: exitCode() }));
    child.on('exit', () => {
      timers.push(setTimeout(() => killTree(child, 'SIGKILL'), afterglow));
      timers.push(setTimeout(() => finish({ exitCode: exitCode() }), mercy));
    });
    // The process may have been cancelled while it was being started.
    if (command.signal?.aborted) cancel();
  });
}

/** The status that bash gives a command ended by a signal; its number does not matter to anybody. */
function signalCode(child: ChildProcess): number | undefined {
  return child.signalCode === null ? undefined : 128;
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
