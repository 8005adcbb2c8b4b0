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

/** Runs a client once, without a terminal, in the project of a case. */
export function runClient(
  command: ClientCommand,
  input: CaseInput,
  places: Places,
  server: Pick<ModelServer, 'address' | 'key'>,
  timeout: number,
): Promise<ClientRun> {
  const [program, ...first] = command;
  const output = ['--output-format', 'stream-json', '--verbose'];
  const own = (input.args ?? []).map((it) => expand(it, places));
  const env = {
    ...bareEnvironment(places.home),
    ANTHROPIC_BASE_URL: server.address,
    ANTHROPIC_API_KEY: server.key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...Object.fromEntries(Object.entries(input.env ?? {}).map(([name, value]) => [name, expand(value, places)])),
  };
  const cwd = path.join(places.project, input.cwd ?? '.');
  return collect(
    program,
    [...first, '-p', expand(input.prompt ?? 'hello', places), ...output, ...own],
    env,
    cwd,
    timeout,
  );
}

/** Runs a program to its end, or until the time is up; then all processes it started are ended too. */
export function collect(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
  timeout: number,
  text?: string,
): Promise<ClientRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      cwd,
      detached: true,
      stdio: [text === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
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
    child.stdout!.setEncoding('utf8').on('data', (data: string) => {
      stdout += data;
    });
    child.stderr!.setEncoding('utf8').on('data', (data: string) => {
      stderr += data;
    });
    // A program may end without reading its input.
    child.stdin?.on('error', () => {}).end(text);
    child.on('error', reject);
    child.on('exit', stopAll);
    child.on('close', (exit) => {
      clearTimeout(timer);
      resolve({ exit, stdout, stderr, timedOut });
    });
  });
}
