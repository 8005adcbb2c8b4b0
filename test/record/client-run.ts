import { spawn } from 'node:child_process';
import path from 'node:path';
import type { ModelServer } from '../../server/src/platform/model-server.ts';
import { expand, type Places } from '../conformance/lay-out-files.ts';
import type { CaseInput } from './recorded-case.ts';

/** How a client is started: a program and its first arguments. */
export type ClientCommand = readonly [string, ...string[]];

/** The output of a client and how it ended. */
export interface ClientRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

const searchPath = '/usr/bin:/bin';

/** The environment of a client without the user's settings and without network access. */
export function bareEnvironment(home: string): Record<string, string> {
  return { HOME: home, PATH: searchPath };
}

/** A client that is asked once ends before compiled code pays: it takes a tenth less processor time without. */
export const withoutCompiler = { BUN_JSC_useJIT: '0' } as const;

/** Runs a client once, without a terminal, in the project of a case. */
export function runClient(
  command: ClientCommand,
  input: CaseInput,
  places: Places,
  server: Pick<ModelServer, 'address' | 'key'>,
  timeout: number,
  onTurn?: () => void,
): Promise<ClientRun> {
  const [program, ...first] = command;
  const output = ['--output-format', 'stream-json', '--verbose'];
  const own = (input.args ?? []).map((it) => expand(it, places));
  const env = {
    ...bareEnvironment(places.home),
    ANTHROPIC_BASE_URL: server.address,
    ANTHROPIC_API_KEY: server.key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...(input.prompts ? {} : withoutCompiler),
    ...Object.fromEntries(Object.entries(input.env ?? {}).map(([name, value]) => [name, expand(value, places)])),
  };
  const cwd = path.join(places.project, input.cwd ?? '.');
  const prompts = input.prompts?.map((it) => expand(it, places));
  const asked = prompts ? ['--input-format', 'stream-json'] : [expand(input.prompt ?? 'hello', places)];
  return collect(
    program,
    [...first, '-p', ...asked, ...output, ...own],
    env,
    cwd,
    timeout,
    prompts?.map(userMessage),
    onTurn,
  );
}

/** The line of standard input by which a user enters a prompt. */
function userMessage(content: string): string {
  return JSON.stringify({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '' });
}

/** Whether a line of output says that a turn is over. */
function isResult(line: string): boolean {
  try {
    return (JSON.parse(line) as { readonly type?: unknown }).type === 'result';
  } catch {
    return false;
  }
}

/**
 * Runs a program to its end, or until the time is up; then all processes it started are ended too. It is given a text
 * on standard input, or lines: one at the start, and the next whenever it prints the result of a turn.
 *
 * @param onTurn called at each of these results
 */
export function collect(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
  timeout: number,
  given?: string | readonly string[],
  onTurn?: () => void,
): Promise<ClientRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      cwd,
      detached: true,
      stdio: [given === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    const stopAll = (): void => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // The group is gone already.
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      stopAll();
    }, timeout);
    const open = typeof given === 'object' ? [...given] : undefined;
    const enterNext = (): void => {
      const line = open?.shift();
      if (line === undefined) child.stdin?.end();
      else child.stdin?.write(`${line}\n`);
    };
    let read = 0;
    child.stdout!.setEncoding('utf8').on('data', (data: string) => {
      stdout += data;
      if (!open) return;
      for (let end = stdout.indexOf('\n', read); end >= 0; end = stdout.indexOf('\n', read)) {
        if (isResult(stdout.slice(read, end))) {
          onTurn?.();
          enterNext();
        }
        read = end + 1;
      }
    });
    child.stderr!.setEncoding('utf8').on('data', (data: string) => {
      stderr += data;
    });
    // A program may end without reading its input.
    child.stdin?.on('error', () => {});
    if (open) enterNext();
    else child.stdin?.end(given);
    child.on('error', reject);
    child.on('exit', stopAll);
    child.on('close', (exit) => {
      clearTimeout(timer);
      resolve({ exit, stdout, stderr, timedOut });
    });
  });
}
