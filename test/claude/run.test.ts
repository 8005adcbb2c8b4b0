import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { AllowDeniedEdit } from '../../server/src/protocol.ts';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { isEveryTest } from '../every-test.ts';
import { isAlive } from '../running-process.ts';
import { type ScratchSession, scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { serveSession } from './served-session.ts';
import { installedRelease } from './verified-release.ts';

const file = '.claude/skills/greet/SKILL.md';
const greet = { [file]: '---\ndescription: Greets.\n---\nSay hello to $ARGUMENTS.\n', 'a.txt': 'content of a\n' };

/** A project with a skill, a script for the model, and the server between them. */
async function session(
  script: readonly ScriptedTurn[],
  more: {
    readonly files?: Readonly<Record<string, string>>;
    readonly settings?: Readonly<Record<string, unknown>>;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
) {
  const scratch = scratchSession({ ...greet, ...more.files });
  const model = await startScriptedModel(script);
  const served = await serveSession(scratch, {
    claudeCode: { path: installedRelease().program, ...more.settings },
    environment: { ...scratch.environment(model), ...more.environment },
  });
  return { ...served, model, scratch, skill: served.uri(file) };
}

test('a skill runs, and its text, thoughts and calls arrive in order', async () => {
  const { skill, start, ended, model, scratch, request } = await session([
    { text: 'I read it.', calls: [{ tool: 'Read', input: { file_path: 'a.txt' } }] },
    { thinking: 'Let me think.', text: '# Hello, **Ada**!' },
  ]);
  const run = await start({ uri: skill, arguments: 'Ada' });
  expect(run).toMatchObject({ invocation: '/greet Ada', folder: scratch.project, state: 'starting' });
  const { summary, parts } = await ended(run.id);

  expect(summary).toMatchObject({ state: 'succeeded', turns: 2, claudeCodeVersion: verifiedRelease });
  expect(summary).toMatchObject({ tokens: { input: 20, output: 6, cacheRead: 0, cacheWrite: 0 } });
  expect(summary.cost).toBeGreaterThan(0);
  expect(summary.sessionId).toMatch(/^[\w-]{36}$/);
  // Claude Code may still be writing it when its result has arrived.
  await expect.poll(() => existsSync(summary.transcript!), { timeout: 10_000 }).toBe(true);
  expect(parts).toMatchObject([
    { kind: 'text', text: 'I read it.', ended: true },
    { kind: 'tool', name: 'Read', summary: 'a.txt', state: 'succeeded', output: '1\tcontent of a\n2\t' },
    { kind: 'thinking', text: 'Let me think.', ended: true },
    { kind: 'text', text: '# Hello, **Ada**!', ended: true },
  ]);
  expect(model.requests[0]).toContain('Say hello to Ada.');
  expect(await request('skillwright/runs', {})).toEqual([summary]);
});

test.runIf(isEveryTest)('a text arrives while the model writes it', async () => {
  const { skill, start, until, ended } = await session([
    { text: 'One two three four five six seven eight.', pause: 300 },
  ]);
  const { id } = await start({ uri: skill });
  const early = await until(id, ({ parts }) => parts.length > 0);
  expect(early.summary.state).toBe('running');
  expect(early.parts).toMatchObject([{ kind: 'text', ended: false, text: expect.stringMatching(/^One /) }]);
  expect((await ended(id)).parts).toMatchObject([{ ended: true, text: 'One two three four five six seven eight.' }]);
});

test('cancelling ends Claude Code and what it started', async () => {
  const { skill, start, until, ended, request, scratch } = await session(
    [{ calls: [{ tool: 'Bash', input: { command: 'echo $$ > shell; setsid sleep 300 & sleep 300' } }] }],
    { settings: { permissionMode: 'bypassPermissions' }, environment: { IS_SANDBOX: '1' } },
  );
  const { id } = await start({ uri: skill });
  await until(id, ({ parts }) => parts.some((part) => part.kind === 'tool' && part.state === 'running'));
  const shell = path.join(scratch.project, 'shell');
  await expect.poll(() => existsSync(shell) && readFileSync(shell, 'utf8')).toMatch(/\d+\n/);
  await request('skillwright/stopRun', { id });
  const { summary, parts } = await ended(id);
  expect(summary).toMatchObject({ state: 'cancelled' });
  expect(summary).not.toHaveProperty('problem');
  expect(parts).toMatchObject([{ kind: 'tool', name: 'Bash', state: 'stopped' }]);
  await expect.poll(() => isAlive(Number(readFileSync(shell, 'utf8')))).toBe(false);
});

test('a failure says what to do', async () => {
  const overdrawn = { status: 400, error: 'invalid_request_error', message: 'Your credit balance is too low.' };
  const { skill, start, ended } = await session([overdrawn]);
  const { summary } = await ended((await start({ uri: skill })).id);
  expect(summary).toMatchObject({ state: 'failed', problem: expect.stringMatching(/^The account has no credit left/) });
});

test.runIf(isEveryTest)('without a key it is not signed in, and without the API it could not be reached', async () => {
  const { skill, start, ended } = await session([], { environment: { ANTHROPIC_API_KEY: '' } });
  const unsigned = await ended((await start({ uri: skill })).id);
  expect(unsigned.summary.problem).toMatch(/^Claude Code is not signed in\. Run `claude` in a terminal/);

  const nowhere = { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', CLAUDE_CODE_MAX_RETRIES: '0' };
  const offline = await session([], { environment: nowhere });
  const { summary } = await offline.ended((await offline.start({ uri: offline.skill })).id);
  expect(summary.problem).toMatch(/^Claude Code could not reach the API\./);
});

test.runIf(isEveryTest)('what was denied is allowed by the rules that the run offers', async () => {
  const command = 'touch made.txt && rm -f other.txt';
  const outside = (scratch: ScratchSession) => path.join(path.dirname(scratch.home), 'outside.txt');
  const calls = (scratch: ScratchSession) => [
    { calls: [{ tool: 'Bash', input: { command } }] },
    { calls: [{ tool: 'Write', input: { file_path: path.join(scratch.project, 'new.txt'), content: 'x' } }] },
    { calls: [{ tool: 'Write', input: { file_path: outside(scratch), content: 'x' } }] },
    { calls: [{ tool: 'Write', input: { file_path: 'sub/relative.txt', content: 'x' } }] },
    { text: 'End.' },
  ];
  const scratch = scratchSession(greet);
  const model = await startScriptedModel([...calls(scratch), ...calls(scratch)]);
  const served = await serveSession(scratch, {
    claudeCode: { path: installedRelease().program },
    environment: scratch.environment(model),
  });
  const uri = served.uri(file);
  const first = await served.ended((await served.start({ uri })).id);
  const denials = first.parts.filter((part) => part.kind === 'denial');
  expect(denials.map(({ tool }) => tool)).toEqual(['Bash', 'Write', 'Write', 'Write']);
  expect(first.parts.filter((part) => part.kind === 'tool').map(({ state }) => state)).toEqual(Array(4).fill('denied'));

  for (const { id } of denials) {
    // The narrowest rule that is offered is enough for the same call.
    const edit = await served.request('skillwright/allowDenied', { id: first.summary.id, part: id, onlyThis: true });
    const { rules, exact } = denials.find((it) => it.id === id)!;
    expect(edit!.rules).toEqual(exact ?? rules);
    expect(edit!.uri).toBe(served.uri('.claude/settings.local.json'));
    applyEdit(edit!);
  }
  const second = await served.ended((await served.start({ uri })).id);
  expect(second.parts.filter((part) => part.kind === 'denial')).toEqual([]);
  const made = ['made.txt', 'new.txt', 'sub/relative.txt'].map((name) => path.join(scratch.project, name));
  expect([...made, outside(scratch)].map((name) => existsSync(name))).toEqual(Array(4).fill(true));
});

test.runIf(isEveryTest)('a run continues the session of another', async () => {
  const { skill, start, ended, model } = await session([{ text: 'First answer.' }, { text: 'Second answer.' }]);
  const first = await ended((await start({ uri: skill, arguments: 'Ada' })).id);
  const resume = first.summary.sessionId!;
  const second = await ended((await start({ uri: skill, arguments: 'Grace', resume })).id);
  expect(second.summary).toMatchObject({ state: 'succeeded', sessionId: resume });
  expect(model.requests[1]).toContain('First answer.');
  expect(model.requests[1]).toContain('Say hello to Grace.');
  const gone = await ended((await start({ uri: skill, resume: '11111111-1111-4111-8111-111111111111' })).id);
  expect(gone.summary.problem).toMatch(/^Claude Code no longer has this session/);
});

test.runIf(isEveryTest)('a run stops at the maximum cost and at the maximum number of turns', async () => {
  const read = { text: 'One.', calls: [{ tool: 'Read', input: { file_path: 'a.txt' } }] };
  const usage = { input_tokens: 100_000, output_tokens: 5_000 };
  const cost = await session([{ ...read, usage }], { settings: { maximumCost: 0.01 } });
  const expensive = await cost.ended((await cost.start({ uri: cost.skill })).id);
  expect(expensive.summary).toMatchObject({
    state: 'cancelled',
    problem: 'Stopped at the maximum cost of one run: $0.01',
    setting: 'skillwright.claudeCode.maximumCost',
  });
  const turns = await session([read, read], { settings: { maximumTurns: 1 } });
  const long = await turns.ended((await turns.start({ uri: turns.skill })).id);
  expect(long.summary).toMatchObject({ state: 'failed', problem: 'Stopped after the maximum number of turns: 1' });
});

test('runs outlive the server that started them, and are deleted on request', async () => {
  const scratch = scratchSession(greet);
  const model = await startScriptedModel([{ text: 'Kept.' }, { text: 'Slow and slower and slowest.', pause: 20_000 }]);
  const options = { claudeCode: { path: installedRelease().program }, environment: scratch.environment(model) };
  const first = await serveSession(scratch, options);
  const uri = first.uri(file);
  const kept = await first.ended((await first.start({ uri })).id);
  const { id } = await first.start({ uri });
  await first.until(id, ({ parts }) => parts.length > 0);
  await first.shutDown();

  const second = await serveSession(scratch, options);
  const runs = await second.request('skillwright/runs', {});
  expect(runs.map((run) => [run.id, run.state])).toEqual([
    [id, 'cancelled'],
    [kept.summary.id, 'succeeded'],
  ]);
  expect((await second.ended(kept.summary.id)).parts).toEqual(kept.parts);
  await second.request('skillwright/deleteRuns', { ids: [id] });
  await second.request('skillwright/deleteRuns', {});
  expect(await second.request('skillwright/runs', {})).toEqual([]);
  expect(readdirSync(path.join(path.dirname(scratch.home), 'runs'))).toEqual([]);
});

test('a skill that Claude Code would not run is not started, and nothing is without trust', async () => {
  const hidden = '.claude/skills/hidden/SKILL.md';
  const files = { [hidden]: '---\ndescription: Hidden.\nuser-invocable: false\n---\nText\n' };
  const { request, uri, model } = await session([], { files });
  const refused = await request('skillwright/startRun', { uri: uri(hidden), arguments: '' });
  expect(refused).toEqual({ problem: 'Claude Code does not run /hidden: refused, because of `user-invocable: false`' });
  const noSkill = await request('skillwright/startRun', { uri: uri('a.txt'), arguments: '' });
  expect(noSkill).toEqual({ problem: 'This file is neither a skill nor a command' });

  const scratch = scratchSession(greet);
  const untrusted = await serveSession(scratch, {
    claudeCode: { path: installedRelease().program },
    environment: scratch.environment(model),
    isTrusted: false,
  });
  expect(await untrusted.request('skillwright/startRun', { uri: untrusted.uri(file), arguments: '' })).toEqual({
    problem: 'The workspace is not trusted, so its skills do not run',
  });
  expect(model.requests).toEqual([]);
});

test('a program that is missing or too old is named', async () => {
  const missing = await session([], { settings: { path: '/nowhere/claude' } });
  expect(await missing.request('skillwright/startRun', { uri: missing.skill, arguments: '' })).toEqual({
    problem: expect.stringContaining('There is no program at /nowhere/claude'),
    setting: 'skillwright.claudeCode.path',
  });
  const scratch = scratchSession(greet);
  const old = path.join(scratch.home, 'claude');
  const script =
    'if [ "$1" = --version ]; then echo "1.0.5 (Claude Code)"; else echo "error: unknown option \'--permission-prompts\'" >&2; exit 1; fi';
  writeFileSync(old, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const model = await startScriptedModel([]);
  const served = await serveSession(scratch, { claudeCode: { path: old }, environment: scratch.environment(model) });
  const { summary } = await served.ended((await served.start({ uri: served.uri(file) })).id);
  expect(summary.problem).toBe(
    'Claude Code 1.0.5 is too old to run skills in the editor: it has no option `--permission-prompts`. Update it with `claude update`, or run the skill in a terminal',
  );
});

/** Applies an edit of a settings file, as the extension does. */
function applyEdit({ uri, edits, create }: AllowDeniedEdit): void {
  const target = fileURLToPath(uri);
  const text = create ? '' : readFileSync(target, 'utf8');
  const document = TextDocument.create(uri, 'json', 1, text);
  writeFileSync(target, TextDocument.applyEdits(document, [...edits]));
}
