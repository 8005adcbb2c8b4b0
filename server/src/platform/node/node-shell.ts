import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Shell, ShellCommand, ShellResult } from '../shell.ts';
import { BoundedOutput } from './bounded-output.ts';
import { isExecutable } from './executable-files.ts';
import { findBash, findCommandShell } from './find-shells.ts';
import { carryMark } from './process-mark.ts';
import { ProcessTree, prepareTree } from './process-tree.ts';

/** The shell that Claude Code would use on this machine. Commands get no input: their standard input is empty. */
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
    const shell = findCommandShell(process.platform, process.env, isExecutable);
    if (shell === undefined) return ended({ ...nothing, problem: noShell });
    return ended(await runIn(shell, command));
  },
};

const nothing = {
  output: '',
  exitCode: undefined,
  end: 'not-started',
  problem: undefined,
  truncated: false,
} as const satisfies Omit<ShellResult, 'ms'>;

const noShell =
  process.platform === 'win32'
    ? 'Git Bash was not found. Install Git for Windows, or name its bash.exe in CLAUDE_CODE_GIT_BASH_PATH'
    : 'There is neither bash nor zsh, in the usual folders or on the PATH';

/** How long a command may take to end after it was asked to; milliseconds. */
const killDelay = 1_000;

/** How long processes that a command left in the background may run; milliseconds. Nothing else would end them. */
const outputGracePeriod = 50;

function runIn(shell: string, command: ShellCommand): Promise<Omit<ShellResult, 'ms'>> {
  // One pipe for both streams keeps them in order: a first shell joins them and is replaced by the one that runs the
  // command.
  const first = findBash(process.platform, process.env, isExecutable) ?? shell;
  const start = prepareTree(first);
  const { mark } = start;
  const script = `${mark === undefined ? '' : carryMark}exec "$1" -c "$2" 2>&1`;
  const joining = [
    '-c',
    script,
    first,
    shell,
    withOptions(shell, command.command),
    ...(mark === undefined ? [] : [mark]),
  ];
  let child: ChildProcess;
  try {
    child = spawn(first, joining, {
      cwd: command.folder,
      env: { ...process.env, ...command.environment },
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own, so that all of it can be killed.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    start.watcher?.dismiss();
    return Promise.resolve({ ...nothing, problem: messageOf(error) });
  }
  return ending(child, new ProcessTree(child, start), command);
}

/**
 * A command below the options that Claude Code sets in each shell. Source: recordings `own-shell-evaluated-*` and, of zsh
 * 5.9, what the tests of this file expect.
 */
function withOptions(shell: string, command: string): string {
  const options = path.basename(shell).includes('zsh') ? 'setopt nobareglobqual noequals' : 'shopt -s expand_aliases';
  return `${options} 2> /dev/null; ${command}`;
}

function ending(child: ChildProcess, processes: ProcessTree, command: ShellCommand): Promise<Omit<ShellResult, 'ms'>> {
  const output = new BoundedOutput(command.outputLimit);
  let end: ShellResult['end'] = 'exited';
  return new Promise((resolve) => {
    let done = false;
    const timers: NodeJS.Timeout[] = [];
    const finish = async (result: Partial<ShellResult>): Promise<void> => {
      if (done) return;
      done = true;
      // Later, the group's id may be reused.
      for (const timer of timers) clearTimeout(timer);
      command.signal?.removeEventListener('abort', cancel);
      await processes.end();
      processes.release();
      child.stdout?.destroy();
      resolve({ ...nothing, output: output.text(), truncated: output.truncated, end, ...result });
    };
    const stop = (reason: ShellResult['end']): void => {
      if (done || end !== 'exited') return;
      end = reason;
      void processes.askToEnd();
      timers.push(setTimeout(() => void processes.end(), killDelay));
      // An unreachable process must not keep the caller waiting.
      timers.push(setTimeout(() => void finish({}), 2 * killDelay));
    };
    const cancel = (): void => stop('cancelled');
    timers.push(setTimeout(() => stop('timed-out'), command.timeout));
    command.signal?.addEventListener('abort', cancel);
    child.stdout?.on('data', (bytes: Buffer) => output.add(bytes));
    child.on('error', (error) => void finish({ end: 'not-started', problem: messageOf(error) }));
    const exitCode = (): number | undefined => (end === 'exited' ? (child.exitCode ?? signalCode(child)) : undefined);
    // The pipe closes when all of it is read and no process is left that could write more.
    child.on('close', () => void finish({ exitCode: exitCode() }));
    child.on('exit', () => {
      timers.push(setTimeout(() => void processes.end(), outputGracePeriod));
      timers.push(setTimeout(() => void finish({ exitCode: exitCode() }), killDelay));
    });
    // The command may have been cancelled while the process was being started.
    if (command.signal?.aborted) cancel();
  });
}

/** The status that bash gives a command killed by a signal; the signal's number does not matter. */
function signalCode(child: ChildProcess): number | undefined {
  return child.signalCode === null ? undefined : 128;
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
