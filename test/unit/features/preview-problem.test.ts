import { describe, expect, test } from 'vitest';
import type { InvocationPreview, PreviewOutcome } from '../../../server/src/protocol.ts';
import { previewOf } from './preview-of.ts';
import { project } from './session-of.ts';

const failedWith = (output: string) => (preview: InvocationPreview) =>
  Object.fromEntries(
    preview.injections.map(({ hash }): [string, PreviewOutcome] => [
      hash,
      { status: 'failed', output, exitCode: 1, ms: 1 },
    ]),
  );

describe('where Claude Code would send nothing', () => {
  test('a denied command is reported with the rule that allows it', async () => {
    const { aborted, injections, text, messages } = await previewOf('A !`git push origin` B');
    const [card] = injections;
    expect(aborted).toEqual({
      message: `Shell command permission check failed for pattern "!\`git push origin\`": ${card!.reason}`,
      advice: 'Add `Bash(git push:*)` to `allowed-tools` of the skill, or to `permissions.allow` in your settings',
    });
    expect(card).toMatchObject({ permission: 'refused', suggestedRule: 'Bash(git push:*)', status: 'not-run' });
    expect(messages).toEqual([]);
    expect(text).toMatch(/A !`git push origin` B$/);
  });

  test('a missing argument is asked for before any rule', async () => {
    const missing = 'An argument is missing from the command: give one first';
    const reading = await previewOf('!`git diff --stat $0`');
    expect(reading.aborted?.advice).toBe(missing);
    expect(reading.injections).toMatchObject([{ permission: 'refused', reason: expect.stringContaining(missing) }]);
    expect(reading.injections[0]!.suggestedRule).toBeUndefined();
    expect((await previewOf('!`git diff --stat $0`', 'main')).aborted).toBeUndefined();
    const writing = await previewOf('!`git push origin $ARGUMENTS[0]`');
    expect(writing.aborted?.advice).toBe(
      `${missing}. Add \`Bash(git push:*)\` to \`allowed-tools\` of the skill, or to \`permissions.allow\` in your settings`,
    );
    expect(writing.injections).toMatchObject([{ suggestedRule: 'Bash(git push:*)' }]);
  });

  test.each([
    ['a placeholder that stays as text', 'git push origin \\$0', {}],
    ['a release without positions', 'git push origin $0', { runtime: 'claude-code@2.1.7' }],
    ['a field of awk', "awk '{ system($1) }' notes.txt", {}],
  ] as const)('no argument is asked for because of %s', async (_, command, options) => {
    const { injections } = await previewOf(`!\`${command}\``, '', options);
    expect(injections).toMatchObject([
      { permission: 'refused', reason: expect.not.stringContaining('argument is missing') },
    ]);
  });

  test('a rule for everything is named as such', async () => {
    const { aborted } = await previewOf('!`(echo a; echo b)`');
    expect(aborted?.advice).toMatch(/^Only `Bash` in `allowed-tools` .* allows it, and with it every other command$/);
    const fields = (await previewOf("!`awk '{ print $1 }' < /etc/hosts`")).aborted;
    expect(fields?.advice).not.toContain('argument');
  });

  test.each([
    ['deny', 'Use another command, or remove `Bash(git push:*)` from `permissions.deny` in `.claude/settings.json`'],
    [
      'ask',
      'Ask Claude in the text to run it, use another command, or remove `Bash(git push:*)` from `permissions.ask` in `.claude/settings.json`',
    ],
  ])('if a rule under %s decides, the advice names it', async (behavior, advice) => {
    const disk = { [`${project}/.claude/settings.json`]: { permissions: { [behavior]: ['Bash(git push:*)'] } } };
    const { aborted } = await previewOf('!`git push origin`', '', { disk });
    expect(aborted?.advice).toBe(advice);
  });

  test('of a skill that nobody can invoke, it is only what would happen', async () => {
    const hidden = ['user-invocable: false', 'disable-model-invocation: true'];
    expect((await previewOf('!`git push origin`', '', { fields: hidden })).aborted?.hypothetical).toBe(true);
    expect((await previewOf('!`git push origin`')).aborted?.hypothetical).toBeUndefined();
  });

  test.each([
    ['the skill allows it', { fields: ['allowed-tools: Bash(git push:*)'] }],
    [
      'the settings allow it',
      { disk: { [`${project}/.claude/settings.local.json`]: { permissions: { allow: ['Bash(git push:*)'] } } } },
    ],
  ])('nothing is wrong when %s', async (_, options) => {
    const { aborted, injections, messages } = await previewOf('!`git push origin`', '', options);
    expect(aborted).toBeUndefined();
    expect(injections).toMatchObject([{ permission: 'allowed' }]);
    expect(messages).toHaveLength(2);
  });

  test('a denied command counts before a failed one, and stays although it was run here', async () => {
    const outcomes = (preview: InvocationPreview): Record<string, PreviewOutcome> => ({
      ...failedWith('Shell command failed for pattern "!`pwd`": [stderr]\nno')(preview),
      [preview.injections[1]!.hash]: { status: 'ok', output: 'pushed', exitCode: 0, ms: 1 },
    });
    const { aborted, text, injections } = await previewOf('!`pwd` !`git push`', '', { outcomes });
    expect(aborted?.message).toMatch(/^Shell command permission check failed for pattern "!`git push`"/);
    expect(text).toMatch(/!`pwd` pushed$/);
    expect(injections).toMatchObject([{ status: 'failed' }, { status: 'ok', output: 'pushed', permission: 'refused' }]);
  });

  test('a command with a hidden character stops them all', async () => {
    const { aborted, injections } = await previewOf('!`pwd` !`echo a\u0007b`');
    expect(aborted?.message).toMatch(/^No shell command in \/demo was run, .*\necho a\uFFFDb$/s);
    expect(aborted?.advice).toBeUndefined();
    expect(injections).toMatchObject([{ permission: 'allowed' }, { permission: 'refused', reason: aborted?.message }]);
  });

  test("a failed command is reported in Claude Code's words", async () => {
    const message = 'Shell command failed for pattern "!`pwd`": [stderr]\nno';
    const { aborted } = await previewOf('!`pwd`', '', { outcomes: failedWith(message) });
    expect(aborted).toEqual({
      message,
      advice: 'Fix the command, or add `|| true` to ignore failures',
    });
  });

  test('a text that is too long is told as it is', async () => {
    const { aborted, text } = await previewOf('$ARGUMENTS '.repeat(2000), 'x'.repeat(20_000));
    expect(aborted?.message).toMatch(
      /^This skill, command or hook and the arguments filled into it add up to more than/,
    );
    expect(aborted?.advice).toBeUndefined();
    expect(text.length).toBeLessThan(100_000);
  });
});
