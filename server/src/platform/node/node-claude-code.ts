import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import crossSpawn from 'cross-spawn';
import {
  type ClaudeCode,
  type ClaudeCodeEnd,
  type ClaudeCodeProcess,
  type ClaudeCodeProgram,
  type ClaudeCodeStart,
  notStarted,
} from '../claude-code.ts';
import type { Refusal } from '../refusal.ts';
import { BoundedOutput } from './bounded-output.ts';
import { isExecutable } from './executable-files.ts';
import { installedProgram, namedProgram, type ProgramSearch } from './find-claude-code.ts';
import { findBash } from './find-shells.ts';
import { nodeEnvironment } from './node-environment.ts';
import { LineSplitter, LineTooLong, outputLines } from './output-lines.ts';
import { carryMark } from './process-mark.ts';
import { ProcessTree, prepareTree } from './process-tree.ts';

/** UTF-16 units of one line of output: a tool's result is one line, and Claude Code cuts it far below that. */
const longestLine = 16 * 1024 * 1024;

/** Bytes of standard error that are kept, unless a start asks for more. */
const errorOutputLimit = 64 * 1024;

/** How long the process may take to end after it was asked to; milliseconds. */
const killDelay = 2_000;

/** How long output may still arrive after the process has ended; milliseconds. */
const outputGracePeriod = 1_000;

/** How long a program may take to print its version; milliseconds. The first start after an update is slow. */
const versionTimeout = 30_000;

/** Claude Code as it is installed on this machine. */
export const nodeClaudeCode: ClaudeCode = {
  async find(named) {
    const path = pathOf(named);
    if (path === undefined) return { problem: named === undefined ? notInstalled : noProgramAt(named), setting };
    return withVersion(path);
  },
  isInstalled: (named) => pathOf(named) !== undefined,
  start,
};

function pathOf(named: string | undefined): string | undefined {
  return named === undefined ? installedProgram(machine()) : namedProgram(named, machine());
}

const setting = 'skillwright.claudeCode.path';

const notInstalled = `Claude Code was not found on this machine. Install it, or name its program in \`${setting}\``;

function noProgramAt(named: string): string {
  return `There is no program at ${named}, which \`${setting}\` names. It must be an absolute path`;
}

function machine(): ProgramSearch {
  return { platform: process.platform, variables: process.env, home: nodeEnvironment.home, exists: isExecutable };
}

/** The answers of programs, by path and time of change: an update is asked again. */
const known = new Map<string, ClaudeCodeProgram>();

async function withVersion(path: string): Promise<ClaudeCodeProgram | Refusal> {
  const key = `${path}\n${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`;
  const answered = known.get(key);
  if (answered) return answered;
  const { output, problem } = await versionOutput(path);
  if (problem !== undefined) return { problem: `${path} could not be started: ${problem}`, setting };
  const [version] = /\d+(\.\d+)+/.exec(output) ?? [];
  const program: ClaudeCodeProgram = { path, version };
  known.set(key, program);
  return program;
}

async function versionOutput(path: string): Promise<{ output: string; problem: string | undefined }> {
  const signal = AbortSignal.timeout(versionTimeout);
  const running = start({ path, version: undefined }, { args: ['--version'], folder: '/', environment: {}, signal });
  running.endInput();
  const lines: string[] = [];
  for await (const line of running.lines) if (lines.length < 10) lines.push(line);
  const { exitCode, errorOutput, problem } = await running.ended;
  if (exitCode === 0) return { output: lines.join('\n'), problem: undefined };
  const said = errorOutput.trim().split('\n')[0] ?? '';
  const ended = exitCode === undefined ? 'it did not answer' : `it ended with status ${exitCode}`;
  return { output: '', problem: problem ?? (said === '' ? ended : said) };
}

function start(
  program: ClaudeCodeProgram,
  { args, folder, environment, isolated, ...watched }: ClaudeCodeStart,
): ClaudeCodeProcess {
  const env = environmentOf(environment, isolated === true);
  const bash = findBash(process.platform, process.env, isExecutable);
  const tree = prepareTree(bash);
  // A bash that sets the mark is replaced by the program.
  const [command, ...first] =
    bash === undefined || tree.mark === undefined
      ? [program.path]
      : [bash, '-c', `${carryMark}shift 3; exec "$@"`, bash, '', '', tree.mark, program.path];
  let child: ChildProcess;
  try {
    // Windows starts the scripts of package managers only through its shell, which needs its own quoting.
    child = crossSpawn(command, [...first, ...args], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that all of it can be ended.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    tree.watcher?.dismiss();
    return notStarted(error instanceof Error ? error.message : String(error));
  }
  return new RunningProcess(child, new ProcessTree(child, tree), watched);
}

function environmentOf(
  changes: Readonly<Record<string, string | undefined>>,
  isolated: boolean,
): Record<string, string | undefined> {
  // Windows starts no program without it.
  const base = isolated
    ? process.platform === 'win32'
      ? { SystemRoot: process.env.SystemRoot }
      : {}
    : ownEnvironment();
  const all = Object.entries({ ...base, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** The environment of this process, without the variables of the editor and of a session that it may be part of. */
function ownEnvironment(): Record<string, string | undefined> {
  const foreign = /^(ELECTRON_RUN_AS_NODE|VSCODE_\w+|CLAUDECODE|CLAUDE_CODE_ENTRYPOINT)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

class RunningProcess implements ClaudeCodeProcess {
  readonly pid: number | undefined;
  readonly lines: AsyncIterable<string>;
  readonly ended: Promise<ClaudeCodeEnd>;
  readonly #child: ChildProcess;
  readonly #tree: ProcessTree;
  readonly #signal: AbortSignal | undefined;
  readonly #errors: BoundedOutput;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #stopNow = (): void => void this.stop();
  #finish!: (end: ClaudeCodeEnd) => void;
  #problem: string | undefined;
  #isStopping = false;
  #isOver = false;

  constructor(
    child: ChildProcess,
    tree: ProcessTree,
    {
      signal,
      onErrorLine,
      errorBytes = errorOutputLimit,
    }: Pick<ClaudeCodeStart, 'signal' | 'onErrorLine' | 'errorBytes'>,
  ) {
    this.#child = child;
    this.#tree = tree;
    this.#signal = signal;
    this.#errors = new BoundedOutput(errorBytes);
    this.pid = child.pid;
    this.lines = this.#lines();
    this.ended = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const errorLines = new LineSplitter();
    const tell = (lines: Iterable<string>) => {
      for (const line of lines) onErrorLine?.(line);
    };
    child.stderr?.on('data', (bytes: Buffer) => {
      const isKept = !this.#errors.truncated;
      this.#errors.add(bytes);
      if (isKept) tell(errorLines.add(bytes));
    });
    child.stderr?.on('end', () => tell(errorLines.end()));
    // It may end without reading its input.
    child.stdin?.on('error', () => {});
    child.on('error', (error) => {
      this.#problem ??= error.message;
      void this.#end();
    });
    // The pipes close when no process is left that could write more.
    child.on('close', () => void this.#end());
    child.on('exit', () => {
      void this.#tree.end();
      this.#timers.push(setTimeout(() => void this.#end(), outputGracePeriod));
    });
    signal?.addEventListener('abort', this.#stopNow);
    if (signal?.aborted) this.#stopNow();
  }

  writeLine(line: string): void {
    if (!this.#isOver && this.#child.stdin?.writable) this.#child.stdin.write(`${line}\n`);
  }

  endInput(): void {
    this.#child.stdin?.end();
  }

  async stop(): Promise<void> {
    if (!this.#isOver && !this.#isStopping) {
      this.#isStopping = true;
      void this.#tree.askToEnd();
      this.#timers.push(setTimeout(() => void this.#tree.end(), killDelay));
      // A process that cannot be reached must not keep the caller waiting.
      this.#timers.push(setTimeout(() => void this.#end(), 2 * killDelay));
    }
    await this.ended;
  }

  async *#lines(): AsyncGenerator<string> {
    const { stdout } = this.#child;
    if (!stdout) return;
    try {
      yield* outputLines(stdout, longestLine);
    } catch (error) {
      if (this.#isOver) return;
      if (error instanceof LineTooLong) this.#problem ??= 'Claude Code wrote a line of more than 16 MiB';
      else if (!this.#isStopping) this.#problem ??= `The output of Claude Code could not be read: ${error}`;
      await this.stop();
    }
  }

  async #end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#signal?.removeEventListener('abort', this.#stopNow);
    await this.#tree.end();
    this.#tree.release();
    const { exitCode } = this.#child;
    this.#finish({ exitCode: exitCode ?? undefined, errorOutput: this.#errors.text(), problem: this.#problem });
  }
}
