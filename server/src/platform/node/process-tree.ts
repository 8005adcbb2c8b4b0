import { type ChildProcess, spawn } from 'node:child_process';
import { type CommandWatcher, startWatcher } from './command-watcher.ts';
import { type FamilyMember, familyOf, signalFamily } from './process-family.ts';
import { askMarkedToEnd, endMarked, newProcessMark, type ProcessMark } from './process-mark.ts';

/** The means to find the processes of a tree and to end them; created before its first process. */
interface TreeStart {
  /** The mark of its processes, wherever they went; undefined if the system does not support marks. */
  readonly mark: ProcessMark | undefined;
  /** Ends them after this process has ended for any reason; undefined where there is no bash to run it. */
  readonly watcher: CommandWatcher | undefined;
}

/** Prepares a tree. The first process must then be started with the mark, leading a group of its own. */
export function prepareTree(bash: string | undefined): TreeStart {
  const mark = bash === undefined ? undefined : newProcessMark();
  return { mark, watcher: bash === undefined ? undefined : startWatcher(bash, mark) };
}

/** Running processes. They lead groups of their own, so nothing else kills them when this process ends. */
const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) killTree(child, 'SIGKILL');
});

/** A process and everything that it has started, as far as the system tells. */
export class ProcessTree {
  readonly #child: ChildProcess;
  readonly #mark: ProcessMark | undefined;
  readonly #watcher: CommandWatcher | undefined;
  /** The processes found before the first signal: when a parent dies, its children can no longer be found. */
  #family: readonly FamilyMember[] = [];

  constructor(child: ChildProcess, { mark, watcher }: TreeStart) {
    this.#child = child;
    this.#mark = mark;
    this.#watcher = watcher;
    running.add(child);
    if (child.pid !== undefined) watcher?.watch(child.pid);
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

  /** All of it has ended. */
  release(): void {
    running.delete(this.#child);
    this.#watcher?.dismiss();
  }

  get #knowsParentsOnly(): boolean {
    return this.#mark === undefined && process.platform !== 'win32';
  }
}

/** Kills a process that leads a group of its own, and everything that it started. Does nothing if it is gone. */
function killTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    if (child.exitCode !== null) return;
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () =>
      child.kill(),
    );
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty.
  }
}
