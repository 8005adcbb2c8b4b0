import { describe, expect, test } from 'vitest';
import { invocationPreview } from '../../../server/src/jobs/preview/invocation-preview.ts';
import { runPreviewedCommand } from '../../../server/src/jobs/preview/run-previewed-command.ts';
import type { Shell, ShellCommand, ShellResult } from '../../../server/src/platform/shell.ts';
import { type PreviewedSkill, previewSubject } from './preview-of.ts';
import { project } from './session-of.ts';

const exited = (output: string, exitCode = 0): ShellResult => ({
  output,
  exitCode,
  end: 'exited',
  problem: undefined,
  truncated: false,
  ms: 7,
});

/** A shell that runs nothing and remembers what it was asked. */
function fakeShell(result: ShellResult | ((command: ShellCommand) => Promise<ShellResult>)) {
  const asked: ShellCommand[] = [];
  const shell: Shell = {
    run: async (command) => {
      asked.push(command);
      return typeof result === 'function' ? result(command) : result;
    },
  };
  return { shell, asked };
}

/** Runs the command of a preview at an index, as the extension would request it. */
async function runCommand(
  body: string,
  {
    index = 0,
    given = '',
    shell,
    signal = new AbortController().signal,
    introducedByArgument,
    ...options
  }: {
    readonly index?: number;
    readonly given?: string;
    readonly shell: Shell;
    readonly signal?: AbortSignal;
    readonly introducedByArgument?: boolean;
  } & PreviewedSkill,
) {
  const subject = await previewSubject(body, options);
  const { hash } = (await invocationPreview(subject, given)).preview.injections[index]!;
  const params = {
    uri: subject.uri,
    arguments: given,
    hash,
    workspaceTrusted: true,
    ...(introducedByArgument && { introducedByArgument }),
  };
  return runPreviewedCommand(subject, params, { shell, variable: () => undefined, signal });
}

describe('a command that a person agreed to', () => {
  test('runs alone, in the folder of the session', async () => {
    const { shell, asked } = fakeShell(exited('said\n'));
    const outcome = await runCommand('!`one` !`two $0` !`three`', { shell, index: 1, given: ' x ' });
    expect(outcome).toEqual({ status: 'ok', output: 'said', exitCode: 0, ms: expect.any(Number) });
    expect(asked.map(({ folder }) => folder)).toEqual([project]);
    expect(asked[0]!.command).toContain("'two x'");
  });

  test('runs although Claude Code would deny it: the preview says what Claude Code would do', async () => {
    const { shell, asked } = fakeShell(exited(''));
    const disk = { [`${project}/.claude/settings.json`]: { permissions: { deny: ['Bash'] } } };
    expect(await runCommand('!`touch a`', { shell, disk })).toMatchObject({ status: 'ok' });
    expect(asked).toHaveLength(1);
  });

  test('that fails says so as Claude Code would', async () => {
    const { shell } = fakeShell(exited('no\n', 2));
    expect(await runCommand('!`touch a`', { shell })).toMatchObject({
      status: 'failed',
      output: 'Shell command failed for pattern "!`touch a`": [stderr]\nno',
      exitCode: 2,
    });
  });

  test('is cancelled when the signal says so', async () => {
    const ending = new AbortController();
    const { shell } = fakeShell(
      ({ signal }) =>
        new Promise((resolve) => {
          signal!.addEventListener('abort', () => resolve({ ...exited(''), exitCode: undefined, end: 'cancelled' }));
          ending.abort();
        }),
    );
    expect(await runCommand('!`sleep 9`', { shell, signal: ending.signal })).toMatchObject({ status: 'cancelled' });
  });

  test('needs another consent when an argument introduced it', async () => {
    const { shell, asked } = fakeShell(exited(''));
    const introduced = { shell, given: '`touch a`' };
    expect(await runCommand('!$ARGUMENTS', introduced)).toEqual({
      problem: expect.stringContaining('separate consent'),
    });
    expect(asked).toEqual([]);
    expect(await runCommand('!$ARGUMENTS', { ...introduced, introducedByArgument: true })).toMatchObject({
      status: 'ok',
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]!.command).toContain("'touch a'");
  });

  test('does not run where the settings switch commands off', async () => {
    const { shell, asked } = fakeShell(exited(''));
    const disk = { [`${project}/.claude/settings.json`]: { disableSkillShellExecution: true } };
    expect(await runCommand('!`touch a`', { shell, disk })).toEqual({
      problem: expect.stringContaining('`disableSkillShellExecution`'),
    });
    expect(asked).toEqual([]);
  });
});
