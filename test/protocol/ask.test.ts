import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver-protocol';
import type { AnswerSummary, BudgetReport, TreeNode } from '../../server/src/protocol.ts';
import { type FakeAnswers, fakeAnswers, writeFakeClaudeCode } from '../fake-claude-code.ts';
import { bundleServerForTests, type EditorOptions, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const greet = '---\ndescription: Greets.\n---\nHello.\n';

/** A program starts slowly next to other work. */
const slow = { timeout: 20_000 };

/** A session whose Claude Code is a program that gives these answers. */
async function askable(
  answersFor: (greetPath: string) => FakeAnswers,
  { waits = false, ...options }: EditorOptions & { readonly waits?: boolean } = {},
) {
  const settings: Record<string, unknown> = { claudeCode: { path: '' } };
  const session = await startSession(
    { 'app/.claude/skills/greet/SKILL.md': greet },
    { settings: () => settings, ...options },
  );
  const { root, editor, ask } = session;
  const bin = path.join(root, 'bin');
  mkdirSync(bin);
  const file = path.join(root, 'app/.claude/skills/greet/SKILL.md');
  settings.claudeCode = { path: writeFakeClaudeCode(bin, answersFor(file), { waits }) };
  const states: (AnswerSummary | null)[] = [];
  editor.connection.onNotification(
    'skillwright/askedChanged',
    (state: AnswerSummary | null) => void states.push(state),
  );
  const rows = async (parent?: string) => {
    const nodes = await ask<TreeNode[]>('skillwright/tree', {
      grouping: 'tier',
      hideEmpty: true,
      ...(parent && { parent }),
    });
    return nodes.filter(({ contextValue }) => /\b(asked|asking|difference)\b/.test(contextValue));
  };
  return { ...session, bin, file, states, rows };
}

describe.skipIf(process.platform === 'win32')('the installed Claude Code', () => {
  test('confirms what the tree shows, until a skill changes and again once that is undone', async () => {
    const { ask, rows, states, file, editor, write } = await askable((at) =>
      fakeAnswers([{ name: 'greet', path: at, tokens: 5 }]),
    );
    expect(await rows()).toEqual([]);
    expect(await ask('skillwright/askedDocument')).toBeNull();
    const confirmed = {
      state: 'confirmed',
      version: '9.9.9',
      differences: 0,
      text: 'Claude Code 9.9.9 confirms this list',
    };
    expect(await ask('skillwright/ask')).toEqual(confirmed);
    expect(states.map((it) => it?.state)).toEqual(['asking', 'confirmed']);
    expect(await rows()).toMatchObject([
      { label: 'Confirmed by 9.9.9 on this machine', description: 'just now', children: 'none' },
    ]);

    expect(JSON.stringify(await ask('skillwright/askedDocument'))).toMatch(
      /Skillwright is verified with Claude Code \S+, so \S+ may do something differently/,
    );

    const change = async (text: string) => {
      const uri = await write('app/.claude/skills/greet/SKILL.md', text);
      editor.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
    };
    await change(greet.replace('Greets', 'Says hello to everyone'));
    await expect.poll(async () => (await rows())[0]?.label, slow).toBe('Changed since Claude Code was asked');
    await change(greet);
    await expect.poll(async () => (await rows())[0]?.label, slow).toBe('Confirmed by 9.9.9 on this machine');
    expect(readFileSync(file, 'utf8')).toBe(greet);
  });

  test('says itself which skills and events of hooks it provides', async () => {
    const { ask, editor, root } = await askable((at) => ({
      ...fakeAnswers([
        { name: 'greet', path: at, tokens: 5 },
        { name: 'launch', source: 'built-in', tokens: 50 },
      ]),
      get_hooks_listing: { eventCatalog: [{ name: 'PreLaunch', summary: 'Before a launch' }] },
    }));
    const uri = uriOf(path.join(root, 'app/.claude/skills/greet/SKILL.md'));
    const group = '\n    - hooks:\n        - type: command\n          command: echo\n';
    await editor.open(uri, greet.replace('\n---', `\nhooks:\n  PreLaunch:${group}  PreCompact:${group}---`));
    const unknownEvents = async () => {
      const report = await editor.pull(uri);
      const found = report.kind === 'full' ? report.items : [];
      return found.flatMap(({ message }) => /no event (\S+)/.exec(String(message))?.[1] ?? []);
    };
    const bundledColumns = async () => {
      const { tiers } = await ask<BudgetReport>('skillwright/budget', {});
      return tiers.find(({ tier }) => tier === 'bundled')?.chars;
    };
    expect(await unknownEvents()).toEqual(['`PreLaunch`']);
    expect(await bundledColumns()).toBeGreaterThan(1_000);
    await ask('skillwright/ask');
    await expect.poll(unknownEvents, slow).toEqual(['`PreCompact`']);
    expect(await bundledColumns()).toBe(150);
    expect(await ask('skillwright/askedDocument')).toContain('Claude Code also lists `launch` here');
  });

  test('has a row for each difference, with both sides', async () => {
    const { ask, rows, file } = await askable((at) => ({
      ...fakeAnswers([
        { name: 'greet', path: at, tokens: 7 },
        { name: 'more | less', path: '/x/SKILL.md' },
      ]),
      get_settings: 'Unsupported control request subtype: get_settings',
    }));
    expect(await ask('skillwright/ask')).toMatchObject({ state: 'different', differences: 2 });
    const [row] = await rows();
    expect(row).toMatchObject({ label: 'Not confirmed by 9.9.9', children: 'expanded' });
    const differences = await rows(row!.id);
    expect(differences.map(({ label, description }) => [label, description])).toEqual([
      ['greet', 'another length · Claude Code: 7 tokens · Skillwright: 5 tokens'],
      [
        'more | less',
        'seen · Claude Code: the model sees it, and it is offered after / · Skillwright: there is no such skill',
      ],
    ]);
    expect(differences[0]!.uri).toBe(`file://${file}`);
    const tooltip = await ask<string>('skillwright/tooltip', { node: differences[0]!.id });
    expect(tooltip).toContain('Claude Code: 7 tokens');
    expect(await ask('skillwright/tooltip', { node: row!.id })).toContain('Unsupported control request subtype');
    const text = await ask<string>('skillwright/askedDocument');
    expect(text).toContain('**Claude Code 9\\.9\\.9** differs in 2 points, asked on');
    expect(text).toContain('| greet (\\.claude/skills/greet/SKILL\\.md) | another length | 5 tokens | 7 tokens |');
    expect(text).toContain(
      '| more \\| less (/x/SKILL\\.md) | seen | there is no such skill | the model sees it, and it is offered after',
    );
  });

  test('is ended when the question is canceled, and its absence is named', async () => {
    const { editor, rows, states, bin, ask } = await askable(() => ({}), { waits: true });
    const source = new CancellationTokenSource();
    const asking = editor.connection.sendRequest('skillwright/ask', {}, source.token).catch(() => 'canceled');
    await expect.poll(() => existsSync(path.join(bin, 'started.json')), slow).toBe(true);
    expect((await rows())[0]).toMatchObject({ label: 'Asking Claude Code…', contextValue: 'asking' });
    source.cancel();
    expect(await asking).toBe('canceled');
    await expect.poll(() => states.at(-1), slow).toBeNull();
    expect(await rows()).toEqual([]);

    writeFileSync(path.join(bin, 'claude'), '#!/bin/sh\necho "error: unknown option" >&2\nexit 3\n');
    expect(await ask('skillwright/ask')).toMatchObject({ state: 'failed' });
    const [row] = await rows();
    expect(row).toMatchObject({ label: 'Claude Code could not be asked', children: 'none' });
    expect(row!.description).toContain('error: unknown option');
  });

  test('is never started in a workspace without trust', async () => {
    const { ask, bin } = await askable(() => ({}), { initializationOptions: { workspaceTrusted: false } });
    expect(await ask('skillwright/ask')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('The workspace is not trusted'),
    });
    expect(existsSync(path.join(bin, 'started.json'))).toBe(false);
  });
});
