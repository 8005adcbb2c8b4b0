import { execFileSync } from 'node:child_process';
import type { Answer, Question } from './answer-case.ts';
import { collect } from './client-run.ts';

/** Asks clients, each in a separate process. */
export interface Asker {
  /** Whether clients see neither the network nor this machine's managed settings. */
  readonly isIsolated: boolean;
  ask(question: Question): Promise<Answer>;
}

/** The argument that makes the program answer one question. */
export const oneCase = '--answer-one-case';

/*
 * In separate namespaces, a process has a loopback interface that reaches nothing, and changes to /etc are discarded
 * when it ends. A folder of managed settings on this machine is hidden from it.
 */
const enter = [
  'set -e',
  'mount -t tmpfs tmpfs /mnt',
  'mkdir /mnt/upper /mnt/work',
  'mount -t overlay overlay -o lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work /etc',
  'rm -rf /etc/claude-code',
  'ip link set lo up',
  'exec "$@"',
].join('\n');

/** Processes have their own numbers too: whatever a client starts ends with the process that asks it. */
const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'] as const;
const isolated = ['unshare', ...namespaces, 'sh', '-c', enter, 'sh'] as const;

/** What comes before a command to isolate it; empty if the system or the user's rights do not allow it. */
export function isolation(): readonly string[] {
  return canIsolate() ? isolated : [];
}

/** Asks with isolation if the system and the user's rights allow it. */
export function createAsker(): Asker {
  const prefix = isolation();
  const isIsolated = prefix.length > 0;
  return {
    isIsolated,
    async ask(question) {
      const [program, ...args] = [...prefix, process.execPath, process.argv[1]!, oneCase];
      const { PATH = '', TMPDIR } = process.env;
      const environment = { PATH, ...(TMPDIR && { TMPDIR }) };
      // The process ends a client that takes too long; this limit is for the process itself.
      const run = await collect(program!, args, environment, '/', question.timeout + 30_000, JSON.stringify(question));
      if (run.timedOut) return { timedOut: true };
      if (run.exit !== 0) throw new Error(`The process that asks a client failed: ${run.stderr.trim()}`);
      return JSON.parse(run.stdout) as Answer;
    },
  };
}

function canIsolate(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    const [program, ...args] = isolated;
    execFileSync(program, [...args, 'true'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
