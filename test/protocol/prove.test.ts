import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type { ProofReport, ProveParams } from '../../server/src/protocol.ts';
import { type NotedStart, writePromptedClaudeCode } from '../prompted-claude-code.ts';
import { bundleServerForTests, type EditorOptions } from './editor.ts';
import { reviewFile, reviewSkill as skill, startPreviews } from './start-previews.ts';

bundleServerForTests();

async function startProofs(body = 'Review $ARGUMENTS.\n', options: EditorOptions = {}) {
  let program: string | undefined;
  const settings = () => ({ claudeCode: { path: program } });
  const session = await startPreviews({ [reviewFile]: skill(body) }, { settings, ...options });
  const { root, uri, editor } = session;
  program = writePromptedClaudeCode(root);
  const prove = (given: string, more: Partial<ProveParams> = {}, token = new CancellationTokenSource().token) =>
    editor.connection.sendRequest<ProofReport>(
      'skillwright/prove',
      { uri: uri(reviewFile), arguments: given, workspaceTrusted: true, ...more },
      token,
    );
  const started = () => JSON.parse(readFileSync(path.join(root, 'started.json'), 'utf8')) as NotedStart;
  return { ...session, prove, started, wasStarted: () => existsSync(path.join(root, 'started.json')) };
}

describe.skipIf(process.platform === 'win32')('a proof', () => {
  test('has both sides, and the listing with the skills of Claude Code', async () => {
    const { prove, started, root } = await startProofs();
    const report = await prove('main..HEAD');
    expect(report).toMatchObject({ invocation: '/review main..HEAD', isEqual: true, claudeCodeVersion: '9.9.9' });
    expect(report.summary).toMatch(/^Equal: Claude Code 9\.9\.9 sends exactly what the preview shows, \d+ bytes$/);
    expect(report.sent).toBe(report.preview);
    expect(report.sent).toContain('\n\nReview main..HEAD.\n');
    expect(report.listing).toMatchObject({ sent: expect.stringContaining('- own: A skill of Claude Code.\n') });
    expect(started().folder).toBe(path.join(root, 'app'));

    const other = await prove('differently');
    expect(other).toMatchObject({ isEqual: false });
    expect(other.sent).toBe(`${other.preview.trimEnd()}\nchanged\n\n`.replace(/\n+$/, '\n\n'));
  });

  test('runs commands only as far as the user has agreed to them', async () => {
    const { prove, started, shown, run } = await startProofs('Diff: !`echo ran` end\n');
    const without = await prove('');
    expect(without).toMatchObject({ isEqual: true });
    expect(without.notes[0]).toMatch(/^The command of the skill was not run/);
    expect(started().settings).toMatchObject({ disableSkillShellExecution: true });

    // Without an outcome, the user has not agreed.
    await prove('', { runsCommands: true });
    expect(started().settings).toMatchObject({ disableSkillShellExecution: true });

    const [card] = (await shown(reviewFile)).injections;
    const outcome = await run(reviewFile, card!);
    const agreed = await prove('', { runsCommands: true, outcomes: { [card!.hash]: outcome } });
    expect(agreed).toMatchObject({ isEqual: true });
    expect(agreed.sent).toContain('Diff: ran end');
    expect(started().settings).not.toHaveProperty('disableSkillShellExecution');
    // It is no consent to anything else.
    await prove('', { outcomes: { [card!.hash]: outcome } });
    expect(started().settings).toMatchObject({ disableSkillShellExecution: true });
  });

  test('is of the saved file, in a trusted workspace, of a skill that is loaded', async () => {
    const { prove, editor, uri, wasStarted, write } = await startProofs();
    await expect(prove('', { workspaceTrusted: false })).rejects.toThrow('The workspace is not trusted');
    const file = uri(reviewFile);
    await editor.open(file, skill('Changed\n'));
    await expect(prove('')).rejects.toThrow('Claude Code reads the saved file: save your changes first');
    const elsewhere = await write('app/docs/SKILL.md', skill('Elsewhere'));
    await expect(prove('', { uri: elsewhere })).rejects.toThrow('Claude Code does not load this file');
    await expect(prove('', { uri: 'untitled:Untitled-1' })).rejects.toThrow('not on this machine');
    await expect(prove('', { uri: await write('app/README.md', '# Read') })).rejects.toThrow('no skill or command');
    expect(wasStarted()).toBe(false);
  });

  test('fails in words if there is no Claude Code', async () => {
    const { prove } = await startProofs('Review.\n', { settings: () => ({ claudeCode: { path: '/nowhere/claude' } }) });
    await expect(prove('')).rejects.toThrow('There is no program at /nowhere/claude');
  });

  test('that is cancelled ends Claude Code and leaves nothing', async () => {
    const { prove, wasStarted, started } = await startProofs();
    const cancelling = new CancellationTokenSource();
    const proof = prove('wait', {}, cancelling.token);
    await vi.waitFor(() => expect(wasStarted()).toBe(true), { timeout: 30_000 });
    const { CLAUDE_CONFIG_DIR: config } = started().environment;
    expect(readdirSync(path.dirname(config!))).toContain('config');
    cancelling.cancel();
    await expect(proof).rejects.toThrow('cancelled');
    await vi.waitFor(() => expect(existsSync(path.dirname(config!))).toBe(false), { timeout: 30_000 });
  });
});
