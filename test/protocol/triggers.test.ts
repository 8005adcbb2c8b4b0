import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type {
  CaseProblem,
  MeasuredTriggers,
  NewCaseFiles,
  PlannedTriggers,
  ProposedDescription,
  Refusal,
  TriggerProgress,
} from '../../server/src/protocol.ts';
import { writeTriggeringClaudeCode } from '../triggering-claude-code.ts';
import { bundleServerForTests, type EditorOptions } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = '---\ndescription: Greets. Use on Mondays.\n---\nHello.\n';
const set = (...queries: readonly string[]) =>
  JSON.stringify(queries.map((query) => ({ query, should_trigger: true })));

/** A session with a plugin that is not installed, and a program in place of Claude Code. */
async function measurable(queries: string, options: EditorOptions = {}) {
  const settings: Record<string, unknown> = {};
  const session = await startSession(
    {
      'app/office/.claude-plugin/plugin.json': '{ "name": "office", "version": "1.0.0", "description": "d" }',
      'app/office/skills/greet/SKILL.md': skill,
      'app/office/skills/greet/evals/trigger-eval.json': queries,
    },
    { settings: () => settings, ...options },
  );
  const bin = path.join(session.root, 'bin');
  mkdirSync(bin);
  settings.claudeCode = { path: writeTriggeringClaudeCode(bin) };
  const uri = (name: string) => pathToFileURL(path.join(session.root, 'app/office', name)).href;
  const progress: TriggerProgress[] = [];
  session.editor.connection.onNotification(
    'skillwright/triggersMeasured',
    (it: TriggerProgress) => void progress.push(it),
  );
  return { ...session, bin, uri, progress, settings, set: uri('skills/greet/evals/trigger-eval.json') };
}

describe.skipIf(process.platform === 'win32')('triggering', () => {
  test('of a skill in a plugin that is not installed is measured as if it were', async () => {
    const { ask, progress, set: uri, bin, root } = await measurable(set('skill:office:greet'));
    const params = { uri, repeats: 2 };
    const plan = await ask<PlannedTriggers>('skillwright/triggerPlan', params);
    const note = '`office:greet` is not loaded in this session, so its plugin is loaded for the measurement';
    expect(plan).toMatchObject({ skill: 'office:greet', notes: [note] });
    expect(plan.lines.join(' ')).toMatch(/starts Claude Code 2 times.*without a maximum.*listed in full/);
    const measured = await ask<MeasuredTriggers>('skillwright/measureTriggers', { ...params, id: 'a' });
    expect(measured.report.verdict).toBe('Called for 1 of 1 query that should');
    expect(measured.queries).toEqual([{ id: 'query 1', state: 'passed', text: 'Called in 2 of 2 runs' }]);
    expect(measured.report.steps[0]).toEqual({ state: 'good', text: 'Called in 2 of 2 runs: “skill:office:greet”' });
    expect(measured.report.next).toEqual({ kind: 'measure', title: 'Measure Again', uri });
    expect(progress.map(({ id, done, planned }) => [id, done, planned])).toEqual([
      ['a', 1, 2],
      ['a', 2, 2],
    ]);
    const [start] = readFileSync(path.join(bin, 'starts.jsonl'), 'utf8').split('\n');
    const given = JSON.parse(start!) as string[];
    expect(given[given.indexOf('--plugin-dir') + 1]).toBe(path.join(root, 'app/office'));
  });

  test('that is stopped keeps what was measured', async () => {
    const { ask, editor, progress, set: uri } = await measurable(set('skill:office:greet', 'wait'));
    const measuring = ask<MeasuredTriggers>('skillwright/measureTriggers', { uri, repeats: 1, id: 'b' });
    await expect.poll(() => progress.length, { timeout: 20_000 }).toBe(1);
    const again = await ask<Refusal>('skillwright/measureTriggers', { uri, repeats: 1, id: 'b' });
    expect(again).toEqual({ problem: 'it is being measured already' });
    await editor.connection.sendRequest('skillwright/stopTriggers', { id: 'b' });
    expect(await measuring).toEqual({
      queries: [
        { id: 'query 1', state: 'passed', text: 'Called in 1 of 1 run' },
        { id: 'query 2', state: 'skipped', text: 'Called in 0 of 0 runs' },
      ],
      report: expect.objectContaining({
        steps: expect.arrayContaining([{ state: 'note', text: 'Not complete: It was canceled' }]),
      }),
      stopped: 'It was canceled',
    });
  });

  test('of some queries asks only those, says so, and is no measurement of the set', async () => {
    const { ask, progress, set: uri } = await measurable(set('skill:office:greet', 'Look at it'));
    const params = { uri, repeats: 1, queries: ['query 2'] };
    const plan = await ask<PlannedTriggers>('skillwright/triggerPlan', params);
    expect(plan.lines).toContain('Only 1 query of 2 in the set is asked.');
    const measured = await ask<MeasuredTriggers>('skillwright/measureTriggers', { ...params, id: 'q' });
    expect(measured.queries).toEqual([{ id: 'query 2', state: 'failed', text: 'Called in 0 of 1 run, and should be' }]);
    expect(progress.map(({ planned }) => planned)).toEqual([1]);
    const whole = await ask<PlannedTriggers>('skillwright/triggerPlan', { uri, repeats: 1 });
    expect(whole.improvement).not.toMatchObject({ isMeasured: true });
    expect(await ask('skillwright/triggerPlan', { ...params, queries: ['query 9'] })).toEqual({
      problem: 'the set has changed, and no longer has these queries',
    });
  });

  test('leads to a description that is judged by queries that were not shown', async () => {
    const queries = ['Look at one', 'Look at another', 'Greet skill:office:greet'];
    const { ask, bin, set: uri, uri: uriOf, write } = await measurable(set(...queries));
    const asked = { uri, id: 'p' };
    const unmeasured = await ask<PlannedTriggers>('skillwright/triggerPlan', { uri, repeats: 1 });
    expect(unmeasured.improvement).toMatchObject({ uri: uriOf('skills/greet/SKILL.md'), isMeasured: false });
    expect(await ask('skillwright/proposeDescription', asked)).toEqual({
      problem: 'its triggering has to be measured first',
    });
    const first = await ask<MeasuredTriggers>('skillwright/measureTriggers', { uri, repeats: 2, id: 'a' });
    expect(first.report.steps.flatMap(({ fix }) => fix ?? [])).toContainEqual({
      kind: 'improve',
      title: 'Improve Description…',
      uri,
    });
    writeFileSync(path.join(bin, 'proposal.txt'), '<new_description>Greets: people.</new_description>');
    const proposed = await ask<ProposedDescription>('skillwright/proposeDescription', asked);
    expect(proposed).toMatchObject({
      description: 'Greets: people.',
      text: '---\ndescription: "Greets: people."\n---\nHello.\n',
      edit: { uri: uriOf('skills/greet/SKILL.md'), edits: [{ newText: '"Greets: people."' }] },
      repeats: 2,
      cost: 0.5,
    });
    const shown = readFileSync(path.join(bin, 'asked.txt'), 'utf8');
    const held = queries.filter((query) => !shown.includes(query));
    expect(held).toHaveLength(1);
    await write('app/office/skills/greet/SKILL.md', proposed.text);
    const params = { uri, repeats: 2, id: 'b', isTest: true };
    const second = await ask<MeasuredTriggers>('skillwright/measureTriggers', params);
    expect(second.compared?.[0]).toMatch(/^Test queries: right in .* of runs before, in .* with the new description$/);
    expect(second.report).toMatchObject({
      title: 'New description of `office:greet`',
      verdict: 'No difference was seen',
    });
    expect(second.report.steps.filter(({ text }) => text.startsWith('Called in'))).toEqual([
      expect.objectContaining({ text: expect.stringContaining(`“${held[0]}” (test query)`) }),
    ]);
  });

  test('is not measured in a workspace without trust', async () => {
    const { ask, bin, set: uri } = await measurable(set('a'), { initializationOptions: { workspaceTrusted: false } });
    for (const method of ['skillwright/triggerPlan', 'skillwright/measureTriggers', 'skillwright/proposeDescription']) {
      expect(await ask<Refusal>(method, { uri, repeats: 1, id: 'c' })).toEqual({
        problem: 'the workspace is not trusted, so Claude Code is not started',
      });
    }
    expect(existsSync(path.join(bin, 'starts.jsonl'))).toBe(false);
  });
});

test('a new case belongs to the plugin of its skill, and has a name that is free', async () => {
  const { ask, uri, write, root } = await measurable(set('a'));
  await write('app/office/evals/greet/prompt.md', 'Say hello.\n');
  const made = await ask<NewCaseFiles>('skillwright/newCase', { uri: uri('skills/greet/SKILL.md'), prompt: 'Hello' });
  expect(made).toMatchObject({ evaluations: pathToFileURL(path.join(root, 'app/office/evals')).href, name: 'greet-2' });
  expect(made.files.map(({ path: name }) => name)).toEqual(['prompt.md', 'graders/uses-skill.md']);
  const none = await ask<CaseProblem>('skillwright/newCase', { uri: uri('.claude-plugin/plugin.json'), prompt: 'a' });
  expect(none).toEqual({ problem: 'the file is not a skill or command' });
  expect(await ask('skillwright/newCase', { run: 'run-1' })).toEqual({ problem: 'the run was deleted' });
});

test('no case is created through a link', async () => {
  const { ask, uri, write, root } = await measurable(set('a'));
  await write('elsewhere/a', '');
  symlinkSync(path.join(root, 'elsewhere'), path.join(root, 'app/office/evals'), 'junction');
  const problem = expect.stringContaining('is a link that leads to');
  const asked = { uri: uri('skills/greet/SKILL.md'), prompt: 'Hello' };
  expect(await ask('skillwright/newCase', asked)).toEqual({ problem });
  await write('app/office/skills/greet/evals/evals.json', '{"evals": [{"id": 1, "prompt": "Hello"}]}');
  const evaluations = { uri: uri('skills/greet/evals/evals.json') };
  expect(await ask('skillwright/convertEvaluations', evaluations)).toEqual({ problem });
});

test('a case from a past session needs the permission to read it', async () => {
  const lines = [
    { type: 'user', cwd: '/work', message: { content: 'Greet Ada' } },
    {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'a', name: 'Skill', input: { skill: 'office:greet' } }] },
    },
    { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Launching skill' }] } },
  ];
  const id = '5ab0c1d2-0000-4000-8000-000000000001';
  const { ask, editor, uri, write, settings } = await measurable(set('a'));
  await write(`home/.claude/projects/-work/${id}.jsonl`, lines.map((line) => JSON.stringify(line)).join('\n'));
  const wish = { uri: uri('skills/greet/SKILL.md'), session: id };
  expect(await ask('skillwright/newCase', wish)).toEqual({ problem: 'past sessions may not be read' });
  settings.pastSessions = { enabled: true };
  await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
  const made = await ask<NewCaseFiles>('skillwright/newCase', wish);
  expect(made.files.map(({ path: name, text }) => [name, text.includes('Greet Ada')])).toEqual([
    ['prompt.md', true],
    ['graders/uses-skill.md', false],
  ]);
  expect(await ask('skillwright/newCase', { ...wish, session: 'none' })).toMatchObject({
    problem: expect.stringContaining('no transcript'),
  });
});
