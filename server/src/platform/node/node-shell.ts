import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import type { Shell, ShellCommand, ShellResult } from '../shell.ts';
import { BoundedOutput } from './bounded-output.ts';
import { findBash } from './find-bash.ts';
import { carryMark } from './process-mark.ts';
import { ProcessTree, prepareTree } from './process-tree.ts';

/** Bash, wherever this machine has it. Commands get no input: their standard input is empty. */
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

/** How long a command may take to end after it was asked to; milliseconds. */
const killDelay = 1_000;

/** How long processes that a command left in the background may run; milliseconds. Nothing else would end them. */
const outputGracePeriod = 50;

function runIn(bash: string, command: ShellCommand): Promise<Omit<ShellResult, 'ms'>> {
  // One pipe for both streams keeps them in order: a first bash joins them and is replaced by the one that runs the
  // command.
  const start = prepareTree(bash);
  const { mark } = start;
  const script = `${mark === undefined ? '' : carryMark}exec "$1" -c "$2" 2>&1`;
  const joining = ['-c', script, bash, bash, command.command, ...(mark === undefined ? [] : [mark])];
  let child: ChildProcess;
  try {
    child = spawn(bash, joining, {
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
