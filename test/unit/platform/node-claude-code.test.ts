import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClaudeCodeProgram, ClaudeCodeStart } from '../../../server/src/platform/claude-code.ts';
import { confinedClaudeCode } from '../../../server/src/platform/confined-claude-code.ts';
import {
  installedProgram,
  namedProgram,
  type ProgramSearch,
} from '../../../server/src/platform/node/find-claude-code.ts';
import { nodeClaudeCode } from '../../../server/src/platform/node/node-claude-code.ts';
import { gone } from '../../running-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skillwright claude '));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A program of this name that runs a script. */
async function program(name: string, script: string): Promise<ClaudeCodeProgram> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/bash\n${script}\n`);
  await chmod(file, 0o755);
  return { path: file, version: undefined };
}

async function run(script: string, more: Partial<ClaudeCodeStart> = {}, write = (_: string) => {}) {
  const running = nodeClaudeCode.start(await program(`run-${serial++}`, script), {
    args: [],
    folder,
    environment: {},
    ...more,
  });
  const lines: string[] = [];
  running.endInput();
  for await (const line of running.lines) {
    lines.push(line);
    write(line);
  }
  return { lines, ...(await running.ended) };
}

let serial = 0;

describe.skipIf(process.platform === 'win32')('a process of Claude Code', () => {
  test('gives lines, status and standard error', async () => {
    const result = await run('echo "one $1"; printf "two\\r\\n\\nla€st"; echo wrong >&2; exit 3', { args: ['a b"c'] });
    expect(result).toEqual({
      lines: ['one a b"c', 'two', '', 'la€st'],
      exitCode: 3,
      errorOutput: 'wrong\n',
      problem: undefined,
    });
  });

  test('gives the lines of standard error as they arrive', async () => {
    const seen: string[] = [];
    const go = path.join(folder, 'go');
    const onErrorLine = (line: string) => {
      seen.push(line);
      if (line === 'first') writeFileSync(go, '');
    };
    await run('echo first >&2; until [ -e go ]; do sleep 0.02; done; printf "la€st" >&2', { onErrorLine });
    expect(seen).toEqual(['first', 'la€st']);
  });

  test('answers lines while it runs', async () => {
    const echo = await program('echo', 'while read -r line; do echo "got $line"; done; echo end');
    const running = nodeClaudeCode.start(echo, { args: [], folder, environment: {} });
    const lines: string[] = [];
    running.writeLine('first');
    for await (const line of running.lines) {
      lines.push(line);
      if (line === 'got first') running.writeLine('second');
      if (line === 'got second') running.endInput();
    }
    expect(lines).toEqual(['got first', 'got second', 'end']);
    expect((await running.ended).exitCode).toBe(0);
    running.writeLine('too late');
  });

  test('adds to the environment, removes from it, or has only what it is given', async () => {
    process.env.SKILLWRIGHT_TEST = 'inherited';
    const script = 'echo "$SKILLWRIGHT_TEST,$MORE,$(/usr/bin/printenv HOME)"';
    const linesWith = async (more: Partial<ClaudeCodeStart>) => (await run(script, more)).lines;
    expect(await linesWith({ environment: { MORE: 'x' } })).toEqual([`inherited,x,${process.env.HOME}`]);
    expect(await linesWith({ environment: { SKILLWRIGHT_TEST: undefined } })).toEqual([`,,${process.env.HOME}`]);
    expect(await linesWith({ environment: { MORE: 'x' }, isolated: true })).toEqual([',x,']);
    delete process.env.SKILLWRIGHT_TEST;
  });

  test('does not take part in the session or the editor that this process belongs to', async () => {
    const own = { CLAUDECODE: '1', ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '7' };
    Object.assign(process.env, own);
    expect((await run('echo "$CLAUDECODE,$ELECTRON_RUN_AS_NODE,$VSCODE_PID"')).lines).toEqual([',,']);
    for (const name of Object.keys(own)) delete process.env[name];
  });

  test('ends with everything that it started, even what left its group', async () => {
    const script = 'trap "" TERM; setsid sleep 60 & echo $!; sleep 60 & echo $!; wait; sleep 60';
    const stubborn = await program('stubborn', script);
    const running = nodeClaudeCode.start(stubborn, { args: [], folder, environment: {} });
    const started: number[] = [];
    for await (const line of running.lines) {
      started.push(Number(line));
      if (started.length === 2) void running.stop();
    }
    expect(await running.ended).toMatchObject({ exitCode: undefined, problem: undefined });
    await gone(running.pid!);
    await gone(started[1]!);
    // Only marked processes are found after they have left the group.
    if (process.platform === 'linux') await gone(started[0]!);
    else process.kill(started[0]!);
  });

  test('a signal ends it, also one from before', async () => {
    const ending = new AbortController();
    const result = run('echo begun; sleep 60', { signal: ending.signal }, () => ending.abort());
    expect(await result).toMatchObject({ lines: ['begun'], exitCode: undefined, problem: undefined });
    expect((await run('sleep 60', { signal: AbortSignal.abort() })).exitCode).toBeUndefined();
  });

  test('what it leaves in the background ends with it', async () => {
    const result = await run('sleep 60 & echo $!');
    expect(result.exitCode).toBe(0);
    await gone(Number(result.lines[0]));
  });

  test('a line without an end ends it', async () => {
    const result = await run('echo first; exec tr "\\0" x < /dev/zero');
    expect(result.lines).toEqual(['first']);
    expect(result.problem).toBe('Claude Code wrote a line of more than 16 MiB');
  });

  test('keeps only the beginning of a flood of errors', async () => {
    const result = await run('head -c 1000000 /dev/zero | tr "\\0" x >&2; echo done');
    expect(result.lines).toEqual(['done']);
    expect(result.errorOutput.length).toBe(64 * 1024);
  });

  test('all lines can be read after it has ended', async () => {
    // What is left after line 17 fits into the pipe: otherwise the program waits for a reader, and never ends.
    const many = await program('many', 'for i in {1..20}; do head -c 20000 /dev/zero | tr "\\0" x; echo $i; done');
    const running = nodeClaudeCode.start(many, { args: [], folder, environment: {} });
    const lines: string[] = [];
    for await (const line of running.lines) {
      lines.push(line.replace(/^x+/, ''));
      if (line.endsWith('x17')) await running.ended;
    }
    expect(lines.at(-1)).toBe('20');
  });

  test('a folder that does not exist is a problem', async () => {
    expect((await run('true', { folder: path.join(folder, 'missing') })).problem).toMatch(/ENOENT/);
  });
});

describe.skipIf(process.platform === 'win32')('finding Claude Code', () => {
  test('asks the named program for its version, and again after an update', async () => {
    const { path: file } = await program('claude-named', 'echo "2.1.400 (Claude Code)"');
    expect(await nodeClaudeCode.find(file)).toEqual({ path: file, version: '2.1.400' });
    await program('claude-named', 'echo "2.1.401 (Claude Code)"');
    await utimes(file, 1, 1);
    expect(await nodeClaudeCode.find(file)).toEqual({ path: file, version: '2.1.401' });
  });

  test('says what to do where there is none, or where it does not run', async () => {
    const missing = path.join(folder, 'missing');
    expect(await nodeClaudeCode.find(missing)).toEqual({
      problem: `There is no program at ${missing}, which \`skillwright.claudeCode.path\` names. It must be an absolute path`,
      setting: 'skillwright.claudeCode.path',
    });
    const { path: broken } = await program('claude-broken', 'echo "no such library" >&2; exit 127');
    expect(await nodeClaudeCode.find(broken)).toEqual({
      problem: `${broken} could not be started: no such library`,
      setting: 'skillwright.claudeCode.path',
    });
    const { path: other } = await program('claude-other', 'echo hello');
    expect(await nodeClaudeCode.find(other)).toEqual({ path: other, version: undefined });
  });

  test('a file that may not be run is no program', async () => {
    const file = path.join(folder, 'plain');
    await writeFile(file, await readFile(new URL(import.meta.url)));
    expect(await nodeClaudeCode.find(file)).toHaveProperty('problem');
  });
});

describe('where programs are searched for', () => {
  const search = (
    platform: NodeJS.Platform,
    variables: Record<string, string>,
    files: readonly string[],
  ): ProgramSearch => {
    const home = platform === 'win32' ? 'c:/Users/ada' : '/home/ada';
    return { platform, variables, home, exists: (file) => files.includes(file) };
  };

  test('the PATH comes first, without its relative folders', () => {
    const files = ['bin/claude', 'claude', '/opt/bin/claude', '/home/ada/.local/bin/claude', '/usr/local/bin/claude'];
    expect(installedProgram(search('linux', { PATH: 'bin::/opt/bin' }, files))).toBe('/opt/bin/claude');
    expect(installedProgram(search('linux', { PATH: 'bin:.' }, files))).toBe('/home/ada/.local/bin/claude');
    expect(installedProgram(search('darwin', {}, ['/opt/homebrew/bin/claude']))).toBe('/opt/homebrew/bin/claude');
    expect(installedProgram(search('linux', {}, ['/home/ada/.claude/local/claude']))).toBe(
      '/home/ada/.claude/local/claude',
    );
    expect(installedProgram(search('linux', {}, []))).toBeUndefined();
  });

  test('on Windows a program goes before a script', () => {
    const npm = 'C:\\Users\\ada\\AppData\\Roaming\\npm';
    const files = [`${npm}\\claude.cmd`, 'c:\\Users\\ada\\.local\\bin\\claude.exe'];
    expect(installedProgram(search('win32', { Path: npm }, files))).toBe(`${npm}\\claude.cmd`);
    expect(installedProgram(search('win32', {}, files))).toBe('c:\\Users\\ada\\.local\\bin\\claude.exe');
    expect(installedProgram(search('win32', { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' }, [files[0]!]))).toBe(
      files[0],
    );
  });

  test('a setting names a path of this machine, never one of the workspace', () => {
    const files = ['claude', './claude', '/opt/claude', '/home/ada/bin/claude', 'C:\\tools\\claude.cmd'];
    const named = (setting: string) => namedProgram(setting, search('linux', {}, files));
    expect(named('/opt/claude')).toBe('/opt/claude');
    expect(named('~/bin/claude')).toBe('/home/ada/bin/claude');
    expect([named('claude'), named('./claude'), named('/opt/none')]).toEqual([undefined, undefined, undefined]);
    expect(namedProgram('C:\\tools\\claude', search('win32', {}, files))).toBe('C:\\tools\\claude.cmd');
  });
});

test('nothing starts without trust, not even to ask for a version', async () => {
  let isTrusted = false;
  const confined = confinedClaudeCode(nodeClaudeCode, () => isTrusted);
  const named = await program('claude-confined', `touch "${folder}/started"; echo 1.0.0`);
  const refused = { problem: 'The workspace is not trusted, so Claude Code is not started' };
  expect(await confined.find(named.path)).toEqual(refused);
  const running = confined.start(named, { args: [], folder, environment: {} });
  for await (const line of running.lines) expect(line).toBe('never');
  expect(await running.ended).toMatchObject({ ...refused, exitCode: undefined });
  await expect(readFile(path.join(folder, 'started'))).rejects.toThrow();
  isTrusted = true;
  if (process.platform !== 'win32') expect(await confined.find(named.path)).toHaveProperty('version', '1.0.0');
});
