import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Answer, Question } from './answer-case.ts';
import type { SharedAnswer, SharedQuestion } from './shared-client.ts';

/** Asks clients, a few in each of several separate processes. */
export interface Asker {
  /** Whether clients see neither the network nor this machine's managed settings. */
  readonly isIsolated: boolean;
  ask(question: Question): Promise<Answer>;
  /** Asks one client about several cases. */
  askTogether(question: SharedQuestion): Promise<SharedAnswer>;
  /** Ends its processes. */
  close(): void;
}

/** The argument that makes the program answer the questions on its standard input, a line each. */
export const answering = '--answer-cases';

/**
 * Questions that one process answers: starting one takes as long as a client does. What a client leaves behind, such as
 * a process of its own, ends with the process that asked it.
 */
const questionsOfProcess = 40;

/** How much longer than its client a process may take, in milliseconds. */
const patience = 30_000;

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
  const idle: AskingProcess[] = [];
  const start = () => new AskingProcess([...prefix, process.execPath, process.argv[1]!, answering]);
  const ask = async (question: Question | SharedQuestion): Promise<Answer | SharedAnswer> => {
    const asking = idle.pop() ?? start();
    try {
      return await asking.ask(question);
    } finally {
      // A question that failed does not end its process, which would outlive this one.
      if (asking.isUsable) idle.push(asking);
    }
  };
  return {
    isIsolated: prefix.length > 0,
    ask: (question) => ask(question) as Promise<Answer>,
    askTogether: (question) => ask(question) as Promise<SharedAnswer>,
    close: () => {
      for (const asking of idle.splice(0)) asking.end();
    },
  };
}

/** A process that answers one question after the other. */
class AskingProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncIterator<string>;
  #stderr = '';
  #asked = 0;

  constructor([program, ...args]: readonly string[]) {
    const { PATH = '', TMPDIR } = process.env;
    const env = { PATH, ...(TMPDIR && { TMPDIR }) };
    this.#child = spawn(program!, args, { env, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    // A process that has ended is noticed by its output.
    for (const emitter of [this.#child, this.#child.stdin]) emitter.on('error', () => {});
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  get isUsable(): boolean {
    return this.#asked < questionsOfProcess && this.#child.exitCode === null && !this.#child.killed;
  }

  async ask(question: Question | SharedQuestion): Promise<Answer | SharedAnswer> {
    this.#asked++;
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    const late = setTimeout(() => this.#child.kill('SIGKILL'), question.timeout + patience);
    const { value, done } = await this.#lines.next();
    clearTimeout(late);
    if (this.#asked === questionsOfProcess) this.end();
    if (!done) return readAnswer(value);
    if (this.#child.killed) return { timedOut: true };
    throw new Error(`The process that asks a client failed: ${this.#stderr.trim()}`);
  }

  end(): void {
    this.#child.stdin.end();
  }
}

function readAnswer(line: string): Answer | SharedAnswer {
  const answer = JSON.parse(line) as Answer | SharedAnswer | { readonly failed: string };
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
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
