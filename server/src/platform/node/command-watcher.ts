import { type ChildProcess, spawn } from 'node:child_process';
import type { ProcessMark } from './process-mark.ts';

/** A process that kills a command after this process has ended for any reason. */
export interface CommandWatcher {
  /** Tells it which group to watch. */
  watch(group: number): void;
  /** The command has ended, so the watcher ends, too. */
  dismiss(): void;
}

/**
 * The script of the watcher. Its input is a pipe whose other end only this process has, so it ends when this process
 * does. Two lines come before that: the group and, when the command has ended, a message that there is nothing to do.
 */
const script = `
read -r group
read -r dismissed && exit
case $OSTYPE in
  msys* | cygwin*)
    [ -n "$group" ] && taskkill //PID "$group" //T //F
    exit ;;
esac
[ -n "$group" ] && kill -KILL -- "-$group"
[ -n "$1" ] || exit
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  found=$(grep -lsF -- " $1 " /proc/[0-9]*/limits)
  # One that was only just started may not carry the mark yet.
  [ -n "$found" ] || { sleep 0.05; continue; }
  for signal in STOP KILL; do
    for file in $found; do
      id=\${file#/proc/}
      kill -$signal "\${id%/limits}"
    done
  done
done
`;

/** Starts a watcher, before the command that it watches. Without one, a command may outlive this process. */
export function startWatcher(bash: string, mark: ProcessMark | undefined): CommandWatcher {
  const child = spawned(bash, mark);
  const input = child?.stdin;
  // It may have been killed.
  child?.on('error', () => {});
  input?.on('error', () => {});
  child?.unref();
  return {
    watch: (group) => void input?.write(`${group}\n`),
    dismiss: () => void input?.end('dismissed\n'),
  };
}

function spawned(bash: string, mark: ProcessMark | undefined): ChildProcess | undefined {
  try {
    return spawn(bash, ['--norc', '-c', script, bash, mark ?? ''], {
      stdio: ['pipe', 'ignore', 'ignore'],
      // A signal to the group of this process must not end the watcher, and no variable of a project may reach it.
      detached: true,
      env: process.platform === 'win32' ? process.env : { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin` },
      cwd: process.platform === 'win32' ? undefined : '/',
      windowsHide: true,
    });
  } catch {
    return undefined;
  }
}
