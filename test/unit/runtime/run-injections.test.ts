import { describe, expect, test } from 'vitest';
import type { ShellCommand, ShellResult } from '../../../server/src/platform/shell.ts';
import { isFailure } from '../../../server/src/runtime/commands/command-exit.ts';
import { type InjectionRun, runInjections } from '../../../server/src/runtime/commands/run-injections.ts';
import { outputLimit, shapeOutput } from '../../../server/src/runtime/commands/shell-output.ts';
import type { RenderedInjection, Rendering } from '../../../server/src/runtime/render/rendering.ts';

const folder = '/work/app';

/** A shell that answers each command as told, and keeps what it was asked. */
function fakeShell(answer: (command: ShellCommand) => Partial<ShellResult>) {
  const asked: ShellCommand[] = [];
  const run = async (command: ShellCommand): Promise<ShellResult> => {
    asked.push(command);
    const usual = { output: '', exitCode: 0, end: 'exited', problem: undefined, truncated: false, ms: 7 } as const;
    return { ...usual, ...answer(command) };
  };
  return { run, asked };
}

function injection(command: string): RenderedInjection {
  const pattern = `!\`${command}\``;
  return {
    kind: 'inline',
    range: { start: 0, end: 0 },
    pattern,
    command,
    origin: 'body',
    insertions: [],
    source: undefined,
  };
}

function run(commands: readonly string[], shell: InjectionRun['shell'], more: Partial<InjectionRun> = {}) {
  const rendering = { injections: commands.map(injection) } as unknown as Rendering;
  const permissions = {
    runtime: 'claude-code',
    rules: [],
    granted: [],
    mode: undefined,
    folder,
    addedFolders: [],
  } as const;
  const session = { folder, sessionId: 'the-session', effort: 'high', shellDisabled: false };
  const usual = { shell, permissions, checked: true, session, mayRun: () => true, variable: () => undefined };
  return runInjections(rendering, { ...usual, signal: undefined, ...more });
}

describe('a program that Claude Code brings', () => {
  const lacking = () => fakeShell(({ command }) => (command === 'type -P rg' ? { exitCode: 1 } : { output: 'two' }));

  test.each(['rg two', 'echo a; rg two a.txt', 'rg two | wc -l', 'x=$(rg -c two a.txt); echo a'])(
    'has an output that is not known where it is not installed: %s',
    async (command) => {
      const shell = lacking();
      const [outcome] = await run([command], shell, { checked: false });
      expect(outcome!.status).toBe('not-known');
      expect(shell.asked.map((asked) => asked.command)).toEqual(['type -P rg']);
    },
  );

  test('runs where it is installed, and is not asked for by others', async () => {
    const shell = fakeShell(() => ({ output: 'two' }));
    const outcomes = await run(['rg two', 'command rg two', 'echo rg'], shell, { checked: false });
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(shell.asked.filter(({ command }) => command === 'type -P rg')).toHaveLength(1);
  });
});

describe('running the commands of a text', () => {
  test('each runs in the folder of the session, with the environment that Claude Code gives it', async () => {
    const shell = fakeShell(() => ({ output: '\n  hi \n\n' }));
    const outcomes = await run(['echo hi', "echo 'two'"], shell);
    expect(outcomes[0]).toEqual({ status: 'ok', output: '  hi', failure: undefined, exitCode: 0, ms: 7 });
    expect(outcomes).toHaveLength(2);
    expect(shell.asked[0]).toMatchObject({
      folder,
      timeout: 120_000,
      environment: {
        CLAUDECODE: '1',
        CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
        CLAUDE_CODE_SESSION_ID: 'the-session',
        CLAUDE_EFFORT: 'high',
        GIT_EDITOR: 'true',
      },
    });
  });

  test('what Claude Code would deny is blocked, unless the user consents', async () => {
    const shell = fakeShell(() => ({ output: 'ran' }));
    const [refused] = await run(['npm test'], shell);
    const failure = 'Shell command permission check failed for pattern "!`npm test`": This command requires approval';
    expect(refused).toMatchObject({ status: 'blocked', failure, exitCode: undefined });
    expect(shell.asked).toHaveLength(0);
    expect((await run(['npm test'], shell, { checked: false }))[0]).toMatchObject({ status: 'ok', output: 'ran' });
  });

  test('only what may run runs', async () => {
    const shell = fakeShell(() => ({}));
    const outcomes = await run(['echo a', 'echo b'], shell, { mayRun: ({ command }) => command === 'echo b' });
    expect(outcomes.map(({ status }) => status)).toEqual(['not-run', 'ok']);
    expect(shell.asked).toHaveLength(1);
  });

  test('nothing starts once it was cancelled', async () => {
    const shell = fakeShell(() => ({}));
    expect(await run(['echo a'], shell, { signal: AbortSignal.abort() })).toMatchObject([{ status: 'not-run' }]);
    expect(shell.asked).toHaveLength(0);
  });

  test.for([
    [{ output: 'oh\n', exitCode: 2 }, 'Shell command failed for pattern "!`ls x`": [stderr]\noh'],
    [{ output: '\n', exitCode: 1 }, 'Shell command failed for pattern "!`ls x`": '],
    [
      { end: 'cancelled', exitCode: undefined },
      'Shell command interrupted for pattern "!`ls x`": [Command interrupted]',
    ],
    [{ end: 'not-started', exitCode: undefined, problem: 'no bash' }, '[Error]\nno bash'],
    [{ end: 'timed-out', exitCode: undefined }, '!`ls x` did not finish within two minutes and was stopped'],
  ] as const)('%j fails', async ([result, failure]) => {
    const [outcome] = await run(
      ['ls x'],
      fakeShell(() => result),
    );
    expect(outcome).toMatchObject({ status: 'failed', output: '', failure });
  });
});

describe('exit status 1', () => {
  test.for([
    'grep x a',
    'cat a | grep x',
    'false; test -f a',
    'true && [ -f a ]',
    'diff a b > c',
    'echo\ngrep x a # why',
    'git -C a --no-pager diff x',
    "grep 'a; b' c",
    'grep x 2>&1',
  ])('is an answer of %s', (command) => {
    expect(isFailure(command, 1, 'claude-code')).toBe(false);
    expect(isFailure(command, 2, 'claude-code')).toBe(true);
  });

  test.for([
    'grep x a || false',
    '(grep x a)',
    'x=1 grep x a',
    '[[ -f a ]]',
    'cmp a b',
    'for i in 1; do grep x a; done',
    'git status',
  ])('is a failure of %s', (command) => {
    expect(isFailure(command, 1, 'claude-code')).toBe(true);
  });

  test('2.1.7 does not know the commands of git', () => {
    expect(isFailure('git diff', 1, 'claude-code@2.1.7')).toBe(true);
    expect(isFailure('grep x a', 1, 'claude-code@2.1.7')).toBe(false);
  });
});

describe('the text that replaces a command', () => {
  const shape = (output: string, limit = 30_000) => shapeOutput(output, limit, undefined, 'claude-code');

  test('loses blank lines before it and whitespace after it', () => {
    expect(shape(' \n\t\n  a \n\n')).toBe('  a');
    expect(shape(' \n ')).toBe('(Bash completed with no output)');
    expect(shapeOutput(' \n ', 10, undefined, 'claude-code@2.1.7')).toBe('');
  });

  test('is followed by a notice', () => {
    expect(shapeOutput('a\n', 10, 'Notice', 'claude-code')).toBe('a\nNotice');
    expect(shapeOutput('', 10, 'Notice', 'claude-code')).toBe('Notice');
  });

  test('is cut where it has more bytes than allowed', () => {
    expect(shape('x'.repeat(30_000))).toHaveLength(30_000);
    const cut = shape(`${'line\n'.repeat(8_192)}`);
    expect(cut).toMatch(
      /^<persisted-output>\nOutput too large \(40KB\)\. Full output saved to: \(.*\)\n\nPreview \(first 2KB\):\nline\n/,
    );
    expect(cut).toMatch(/\nline\n\.\.\.\n<\/persisted-output>$/);
    expect(shape('é'.repeat(16_000))).toContain('Output too large (31.3KB)');
  });

  test('may be longer or shorter as the variable says', () => {
    expect(outputLimit('100', 'claude-code')).toBe(100);
    expect(outputLimit('100', 'claude-code@2.1.7')).toBe(30_000);
    expect(outputLimit('1000000', 'claude-code')).toBe(150_000);
    expect([undefined, '', 'x', '0', '-1'].map((it) => outputLimit(it, 'claude-code'))).toEqual([
      30_000, 30_000, 30_000, 30_000, 30_000,
    ]);
  });
});
