import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Shell, ShellCommand, ShellResult } from '../shell.ts';
import { BoundedOutput } from './bounded-output.ts';
import { type CommandWatcher, startWatcher } from './command-watcher.ts';
import { killTree } from './kill-tree.ts';
import { type FamilyMember, familyOf, signalFamily } from './process-family.ts';
import { askMarkedToEnd, carryMark, endMarked, newProcessMark, type ProcessMark } from './process-mark.ts';

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

/** How long a command may take to end after it was asked to; milliseconds. */
const killDelay = 1_000;

/** How long processes that a command left in the background may run; milliseconds. Nothing else would end them. */
const outputGracePeriod = 50;

function runIn(bash: string, command: ShellCommand): Promise<Omit<ShellResult, 'ms'>> {
  // One pipe for both streams keeps them in order: a first bash joins them and is replaced by the one that runs the
  // command.
  const mark = newProcessMark();
  const script = `${mark === undefined ? '' : carryMark}exec "$1" -c "$2" 2>&1`;
  const joining = ['-c', script, bash, bash, command.command, ...(mark === undefined ? [] : [mark])];
  const watcher = startWatcher(bash, mark);
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
    watcher.dismiss();
    return Promise.resolve({ ...nothing, problem: messageOf(error) });
  }
  if (child.pid !== undefined) watcher.watch(child.pid);
  return ending({ child, mark, watcher }, command);
}

/** A running command. */
interface StartedCommand {
  readonly child: ChildProcess;
  /** The mark of its processes, wherever they went; undefined if the system does not support marks. */
  readonly mark: ProcessMark | undefined;
  readonly watcher: CommandWatcher;
}

/** Running commands. They lead groups of their own, so nothing else kills them when this process ends. */
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) killTree(child, 'SIGKILL');
});

function ending(started: StartedCommand, command: ShellCommand): Promise<Omit<ShellResult, 'ms'>> {
  const { child, watcher } = started;
  const output = new BoundedOutput(command.outputLimit);
  const processes = new CommandProcesses(started);
  let end: ShellResult['end'] = 'exited';
  running.add(child);
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
      running.delete(child);
      watcher.dismiss();
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

/** Everything that a command has started, as far as the system tells. */
class CommandProcesses {
  readonly #child: ChildProcess;
  readonly #mark: ProcessMark | undefined;
  /** What was found before the first signal: when a parent dies, its children can no longer be found. */
  #family: readonly FamilyMember[] = [];

  constructor({ child, mark }: StartedCommand) {
    this.#child = child;
    this.#mark = mark;
  }

  async askToEnd(): Promise<void> {
    if (this.#knowsParentsOnly && this.#child.pid !== undefined) {
      this.#family = await familyOf(this.#child.pid);
    }
    killTree(this.#child, 'SIGTERM');
    await (this.#mark === undefined ? signalFamily(this.#family, 'SIGTERM') : askMarkedToEnd(this.#mark));
  }

  async end(): Promise<void> {
    killTree(this.#child, 'SIGKILL');
    await (this.#mark === undefined ? signalFamily(this.#family, 'SIGKILL') : endMarked(this.#mark));
  }

  get #knowsParentsOnly(): boolean {
    return this.#mark === undefined && process.platform !== 'win32';
  }
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
