import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isExecutable } from '../../../server/src/platform/node/executable-files.ts';
import { findBash, findCommandShell } from '../../../server/src/platform/node/find-shells.ts';
import { nodeShell } from '../../../server/src/platform/node/node-shell.ts';
import type { ShellCommand } from '../../../server/src/platform/shell.ts';
import { readRun, wrapCommand } from '../../../server/src/runtime/commands/command-folder.ts';
import { gone, isAlive } from '../../running-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skillwright shell '));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function run(command: string, more: Partial<ShellCommand> = {}) {
  const usual = { environment: {}, timeout: 20_000, outputLimit: 100_000, signal: undefined };
  return nodeShell.run({ folder, ...usual, command, ...more });
}

describe('running a command', () => {
  test('gives its output, its status and how it ended', async () => {
    const result = await run('echo out; exit 3');
    expect(result).toMatchObject({ output: 'out\n', exitCode: 3, end: 'exited', problem: undefined, truncated: false });
    expect(result.ms).toBeGreaterThanOrEqual(0);
  });

  test('keeps both streams in the order in which they were written', async () => {
    const pairs = Array.from({ length: 200 }, (_, at) => `echo out${at}; echo err${at} >&2`);
    const expected = Array.from({ length: 200 }, (_, at) => `out${at}\nerr${at}\n`).join('');
    expect((await run(pairs.join('\n'))).output).toBe(expected);
  });

  test('runs bash in the folder, with the variables asked for', async () => {
    const result = await run('echo "${BASH_VERSION:+bash} $0 $# [$WHO]"; pwd', { environment: { WHO: 'Ada' } });
    expect(result.output).toMatch(/^bash \/.*bash 0 \[Ada\]\n/);
    expect(result.output).toContain(path.basename(folder));
  });

  test('has nothing to read', async () => {
    expect(await run('cat; read -r line; echo "[$line]"')).toMatchObject({ output: '[]\n', exitCode: 0 });
  });

  test('takes a command as it is, whatever it holds', async () => {
    const command = `printf '%s\\n' 'a'"'"'b' "c \\"d\\"" $'e\\tf' '$HOME' \\\\`;
    expect((await run(command)).output).toBe('a\'b\nc "d"\ne\tf\n$HOME\n\\\n');
  });

  test('says which line bash could not read', async () => {
    const result = await run('echo a\nif');
    expect(result.exitCode).toBe(2);
    expect(result.output).toContain('line 3: syntax error');
  });

  test('puts characters together that came in pieces', async () => {
    const result = await run("printf '\\xe2'; sleep 0.1; printf '\\x82'; sleep 0.1; printf '\\xac'; printf '\\xff'");
    expect(result.output).toBe('€\uFFFD');
  });

  test('does not wait for what it left in the background', async () => {
    const result = await run('sleep 15 & echo $!');
    expect(result.end).toBe('exited');
    expect(result.ms).toBeLessThan(10_000);
    await gone(Number(result.output));
  });
});

describe('ending a command', () => {
  test('a flood is cut, and the process that floods is ended', async () => {
    const result = await run('echo $$; exec yes', { outputLimit: 5_000, timeout: 500 });
    expect(result).toMatchObject({ truncated: true, end: 'timed-out', exitCode: undefined });
    expect(result.output).toHaveLength(5_000);
    await gone(Number.parseInt(result.output, 10));
  });

  test('a limit inside a character leaves the character out', async () => {
    expect(await run("printf 'ab€'", { outputLimit: 4 })).toMatchObject({ output: 'ab', truncated: true });
  });

  test('it is stopped when its time is up', async () => {
    const result = await run('echo begun; sleep 30', { timeout: 300 });
    expect(result).toMatchObject({ output: 'begun\n', end: 'timed-out', exitCode: undefined });
  });

  test('cancelling ends the processes that it started too', async () => {
    const cancelling = new AbortController();
    const running = run('(sleep 30 & echo $! > grandchild; wait) & wait', { signal: cancelling.signal });
    const grandchild = await numberIn(path.join(folder, 'grandchild'));
    expect(isAlive(grandchild)).toBe(true);
    cancelling.abort();
    expect(await running).toMatchObject({ end: 'cancelled', exitCode: undefined });
    await gone(grandchild);
  });

  test('cancelling ends what does not want to end', async () => {
    const cancelling = new AbortController();
    const running = run("trap '' TERM; echo $$ > stubborn; while :; do sleep 0.1; done", { signal: cancelling.signal });
    const stubborn = await numberIn(path.join(folder, 'stubborn'));
    cancelling.abort();
    expect((await running).end).toBe('cancelled');
    await gone(stubborn);
  });

  test('what was cancelled before does not start', async () => {
    const result = await run('touch started', { signal: AbortSignal.abort() });
    expect(result.end).toBe('cancelled');
    await expect(readFile(path.join(folder, 'started'))).rejects.toThrow();
  });
});

describe('where it cannot start', () => {
  test('a missing folder is named', async () => {
    const missing = path.join(folder, 'missing');
    const result = await run('echo hi', { folder: missing });
    expect(result).toMatchObject({ end: 'not-started', output: '', exitCode: undefined });
    expect(result.problem).toContain(missing);
  });

  test('a command that is too long is a problem, not an error', async () => {
    const result = await run(`echo ${'x'.repeat(3_000_000)}`);
    expect(result.end).toBe('not-started');
    expect(result.problem).toMatch(/E2BIG/);
  });

  test('a NUL in a command is a problem, not an error', async () => {
    expect(await run('echo a\0b')).toMatchObject({ end: 'not-started', exitCode: undefined });
  });
});

/** Asked of Claude Code 2.1.330 with zsh 5.9 as its shell. */
const zsh = findCommandShell(process.platform, { ...process.env, SHELL: 'zsh' }, isExecutable)!;
describe.skipIf(!zsh?.endsWith('zsh'))('zsh', () => {
  const shell = process.env.SHELL;
  beforeEach(() => {
    process.env.SHELL = zsh;
  });
  afterEach(() => {
    if (shell === undefined) delete process.env.SHELL;
    else process.env.SHELL = shell;
  });

  test.each([
    ['words are not split', 'X="a b"; printf "<%s>" $X', 0, '<a b>'],
    ['a pattern must match', 'echo before; echo *.nope; echo after', 1, 'before\n(eval):1: no matches found: *.nope\n'],
    ['what is missing has another message', 'nope x; echo fine', 0, '(eval):1: command not found: nope\nfine\n'],
    ['lines are counted', 'echo one\nnope\necho three', 0, 'one\n(eval):2: command not found: nope\nthree\n'],
    ['an array begins at 1', 'a=(x y z); echo $a[1] ${a[1]} $a', 0, 'x x x y z\n'],
    ['`=` names no program', 'echo =ls', 0, '=ls\n'],
    ['brackets qualify no pattern', 'echo **/*(.)', 1, '(eval):1: no matches found: **/*(.)\n'],
    ['what it is called', 'echo $0', 0, `${zsh}\n`],
  ])('%s', async (_, command, exitCode, output) => {
    const result = await run(wrapCommand(command, folder, 'claude-code'));
    expect(readRun(result.output).output).toBe(output);
    expect(result.exitCode).toBe(exitCode);
  });
});

describe('finding bash', () => {
  const found = (platform: NodeJS.Platform, variables: Record<string, string>, files: readonly string[]) =>
    findBash(platform, variables, (file) => files.includes(file));

  test('the usual place goes before the PATH', () => {
    const places = { PATH: '/usr/bin:/opt/bin' };
    expect(found('linux', places, ['/bin/bash', '/opt/bin/bash'])).toBe('/bin/bash');
    expect(found('linux', places, ['/opt/bin/bash'])).toBe('/opt/bin/bash');
    expect(found('linux', { PATH: '.:bin' }, ['bash', 'bin/bash'])).toBeUndefined();
  });

  test('on Windows it is the one that comes with git', () => {
    const git = 'C:\\Git\\cmd\\git.exe';
    const bash = 'C:\\Git\\bin\\bash.exe';
    const places = { PATH: 'C:\\Windows\\System32;C:\\Git\\cmd' };
    expect(found('win32', places, ['C:\\Windows\\System32\\bash.exe', git, bash])).toBe(bash);
    expect(found('win32', places, ['C:\\Windows\\System32\\bash.exe'])).toBeUndefined();
    expect(found('win32', { CLAUDE_CODE_GIT_BASH_PATH: 'D:\\bash.exe' }, ['D:\\bash.exe'])).toBe('D:\\bash.exe');
  });
});

async function numberIn(file: string): Promise<number> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return Number(text);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
