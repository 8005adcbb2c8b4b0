import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type { InvocationPreview } from '../../server/src/protocol.ts';
import { bundleServerForTests, type Editor } from './editor.ts';
import { reviewFile, reviewSkill as skill, startPreviews } from './start-previews.ts';

bundleServerForTests();

/** How long a machine that has much to do may take to start or end a process. */
const patience = { timeout: 10_000 };

/** The id that a command wrote into a file. */
function processIn(file: string): Promise<number> {
  return vi.waitFor(async () => {
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/^\d+\n$/);
    return Number(text);
  }, patience);
}

/** Whether a process is running; a zombie does not count. */
function isRunning(id: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(id)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout.trim());
}

describe('the commands of a preview', () => {
  test('run only on request, and then show their output', async () => {
    const { shown, run, root } = await startPreviews({ [reviewFile]: skill('Files: !`touch ran; echo $0; pwd` end') });
    const before = await shown(reviewFile, 'one');
    const [card] = before.injections;
    expect(before.injections).toMatchObject([
      { command: 'touch ran; echo one; pwd', kind: 'inline', origin: 'contains-argument', status: 'not-run' },
    ]);
    expect(before.text.slice(card!.start, card!.end)).toBe('!`touch ran; echo one; pwd`');
    expect(existsSync(path.join(root, 'app/ran'))).toBe(false);

    const outcome = await run(reviewFile, card!, { arguments: 'one' });
    expect(outcome).toMatchObject({ status: 'ok', output: `one\n${path.join(root, 'app')}`, exitCode: 0 });
    expect(existsSync(path.join(root, 'app/ran'))).toBe(true);

    const after = await shown(reviewFile, 'one', { outcomes: { [card!.hash]: outcome } });
    expect(after.text.slice(after.bodyStart)).toBe(`Files: one\n${path.join(root, 'app')} end`);
    const [done] = after.injections;
    expect(done).toMatchObject({ status: 'ok', exitCode: 0, ms: outcome.ms });
    expect(after.text.slice(done!.start, done!.end)).toBe(outcome.output);
    // With other arguments it is another command, to which the user has not consented.
    const other = await shown(reviewFile, 'two', { outcomes: { [card!.hash]: outcome } });
    expect(other.injections).toMatchObject([{ status: 'not-run' }]);
  });

  test("that fail are reported in Claude Code's words, and nothing would be sent", async () => {
    const { shown, run } = await startPreviews({
      [reviewFile]: skill('A !`echo no; exit 3` B', 'allowed-tools: Bash'),
    });
    const [card] = (await shown(reviewFile)).injections;
    const outcome = await run(reviewFile, card!);
    expect(outcome).toMatchObject({ status: 'failed', exitCode: 3 });
    const { aborted, injections } = await shown(reviewFile, '', { outcomes: { [card!.hash]: outcome } });
    expect(injections).toMatchObject([{ status: 'failed' }]);
    expect(aborted?.message).toMatch(/^Shell command failed for pattern "!`echo no; exit 3`": /);
    expect(aborted?.advice).toContain('|| true');
  });

  test('that are not there any more, or never were, do not run', async () => {
    const { editor, uri, shown, run, root } = await startPreviews({ [reviewFile]: skill('!`touch ran`') });
    const [card] = (await shown(reviewFile)).injections;
    await editor.open(uri(reviewFile), skill('!`touch other`'));
    await expect(run(reviewFile, card!)).rejects.toThrow('The text no longer contains this command');
    await expect(run(reviewFile, { ...card!, hash: 'x' })).rejects.toThrow('The text no longer contains this command');
    await expect(run('app/README.md', card!)).rejects.toThrow('no skill or command');
    expect(existsSync(path.join(root, 'app/ran'))).toBe(false);
  });

  test('do not run in a workspace that is not trusted', async () => {
    const { shown, run, root } = await startPreviews({ [reviewFile]: skill('!`touch ran`') });
    const [card] = (await shown(reviewFile)).injections;
    await expect(run(reviewFile, card!, { workspaceTrusted: false })).rejects.toThrow('not trusted');
    expect(existsSync(path.join(root, 'app/ran'))).toBe(false);
  });

  test('of a file that is elsewhere do not run here', async () => {
    const { editor, ask } = await startPreviews({});
    const uri = 'vscode-vfs://github/somebody/.claude/skills/demo/SKILL.md';
    await editor.open(uri, skill('!`pwd`'));
    const preview = await ask<InvocationPreview>('skillwright/preview', { uri, arguments: '' });
    expect(preview).toMatchObject({ invocation: '/demo', injections: [{ command: 'pwd', status: 'not-run' }] });
    const { hash } = preview.injections[0]!;
    await expect(ask('skillwright/runCommand', { uri, arguments: '', hash, workspaceTrusted: true })).rejects.toThrow(
      'not on this machine',
    );
  });

  test('that an argument introduced need a consent of their own', async () => {
    const body = '!$ARGUMENTS\n\n!`touch ran`';
    const { shown, run, root } = await startPreviews({ [reviewFile]: skill(body) });
    const given = '`touch ran`';
    const { injections, notes } = await shown(reviewFile, given);
    expect(injections.map(({ command, origin }) => [command, origin])).toEqual([
      ['touch ran', 'argument'],
      ['touch ran', 'body'],
    ]);
    expect(notes.join('\n')).toContain('The arguments add 1 command');
    const [introduced, written] = injections;
    expect(introduced!.hash).not.toBe(written!.hash);
    expect(introduced!.source).toBeUndefined();
    await expect(run(reviewFile, introduced!, { arguments: given })).rejects.toThrow('separate consent');
    expect(existsSync(path.join(root, 'app/ran'))).toBe(false);
    const outcome = await run(reviewFile, introduced!, { arguments: given, introducedByArgument: true });
    expect(outcome.status).toBe('ok');
    expect(existsSync(path.join(root, 'app/ran'))).toBe(true);
  });

  test('end with all that they started when they are cancelled', async () => {
    const body = '!`sleep 60 & echo $! > child; sleep 60; touch survived`';
    const { shown, run, root } = await startPreviews({ [reviewFile]: skill(body) });
    const [card] = (await shown(reviewFile)).injections;
    const cancellation = new CancellationTokenSource();
    const running = run(reviewFile, card!, {}, cancellation.token);
    const child = await processIn(path.join(root, 'app/child'));
    cancellation.cancel();
    expect(await running).toMatchObject({ status: 'cancelled' });
    await vi.waitFor(() => expect(isRunning(child)).toBe(false), patience);
    expect(existsSync(path.join(root, 'app/survived'))).toBe(false);
  });

  test('run side by side, and the server goes on answering', async () => {
    const wait = (own: string, other: string) =>
      `!\`touch ${own}; until [ -e ${other} ]; do sleep 0.05; done; echo ${own}\``;
    const { shown, run } = await startPreviews({ [reviewFile]: skill(`${wait('a', 'b')}\n${wait('b', 'a')}`) });
    const [a, b] = (await shown(reviewFile)).injections;
    const first = run(reviewFile, a!);
    expect((await shown(reviewFile)).injections).toHaveLength(2);
    const outcomes = await Promise.all([first, run(reviewFile, b!)]);
    expect(outcomes.map(({ output }) => output)).toEqual(['a', 'b']);
  });

  test.each([
    ['is shut down', (editor: Editor) => editor.stop()],
    [
      'loses its editor',
      async ({ process: server }: Editor) => {
        const ended = new Promise((resolve) => server.once('exit', resolve));
        server.stdin!.destroy();
        await ended;
      },
    ],
  ])('end with the server when it %s, whatever they do against it', async (_, end) => {
    const { editor, shown, run, root } = await startPreviews(
      { [reviewFile]: skill("!`trap '' TERM; sleep 60 & echo $! > child; wait; sleep 60`") },
      { transport: 'stdio' },
    );
    const [card] = (await shown(reviewFile)).injections;
    void run(reviewFile, card!).catch(() => undefined);
    const child = await processIn(path.join(root, 'app/child'));
    await end(editor);
    await vi.waitFor(() => expect(isRunning(child)).toBe(false), patience);
  });

  test('do not run where the settings disable them', async () => {
    const { shown, run, root } = await startPreviews({
      [reviewFile]: skill('A !`touch ran` B ```!\ntouch ran\n``` C'),
      'app/.claude/settings.json': '{"disableSkillShellExecution": true}',
    });
    const { text, bodyStart, injections } = await shown(reviewFile);
    const notice = '[shell command execution disabled by policy]';
    expect(text.slice(bodyStart)).toBe(`A ${notice} B ${notice} C`);
    expect(injections).toMatchObject([
      { command: 'touch ran', kind: 'inline', status: 'disabled' },
      { command: 'touch ran', kind: 'fenced', status: 'disabled' },
    ]);
    expect(injections.map(({ start, end }) => text.slice(start, end))).toEqual([notice, notice]);
    await expect(run(reviewFile, injections[0]!)).rejects.toThrow('disableSkillShellExecution');
    expect(existsSync(path.join(root, 'app/ran'))).toBe(false);
  });

  test('that Claude Code would not run are reported with the rule that would allow them', async () => {
    const { editor, write, shown } = await startPreviews({ [reviewFile]: skill('!`touch ran` !`pwd`') });
    const refused = await shown(reviewFile);
    expect(refused.injections.map(({ permission }) => permission)).toEqual(['refused', 'allowed']);
    const rule = refused.injections[0]!.suggestedRule!;
    expect(refused.aborted?.message).toMatch(/^Shell command permission check failed for pattern "!`touch ran`": /);
    expect(refused.aborted?.advice).toContain(`\`${rule}\``);
    const allow = JSON.stringify({ permissions: { allow: [rule] } });
    await editor.fileChanged(await write('app/.claude/settings.local.json', allow));
    await vi.waitFor(async () => {
      const { aborted, injections } = await shown(reviewFile);
      expect(injections.map(({ permission }) => permission)).toEqual(['allowed', 'allowed']);
      expect(aborted).toBeUndefined();
    });
  });
});
