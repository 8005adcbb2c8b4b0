import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { serveSession } from './served-session.ts';
import { installedRelease } from './verified-release.ts';

const grader = (text: string) => `---\ntype: regex\n---\n${text}\n`;

const plugin = {
  '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Greets people" }',
  'skills/greet/SKILL.md':
    '---\ndescription: Greets people. Use when the user says hello\n---\nRead references/tone.md.\n',
  'skills/greet/references/tone.md': 'Be warm.\nBe short.\n',
  'skills/greet/references/never.md': 'Nobody reads this.\n',
  'evals/hello/prompt.md': '---\nruns: 1\nmax_turns: 5\nallowed_tools: [Read, Skill]\n---\nSay hello to Alex.\n',
  'evals/hello/graders/greets.md': grader('Hello'),
  'evals/hello/graders/uses-skill.md': '---\ntype: tool_used\ntool: Skill\n---\n',
  'evals/bye/prompt.md': '---\nruns: 1\n---\nSay goodbye.\n',
  'evals/bye/graders/says.md': grader('Goodbye'),
  'evals/broken/prompt.md': '---\nnmae: x\n---\nhi\n',
  'evals/broken/graders/says.md': grader('x'),
};

/** A project, a script for the model, and the server with the real Claude Code between them. */
async function session(files: Readonly<Record<string, string>>, script: (project: string) => readonly ScriptedTurn[]) {
  const scratch = scratchSession(files);
  const model = await startScriptedModel(script(scratch.project));
  const served = await serveSession(scratch, {
    claudeCode: { path: installedRelease().program },
    // What the runs leave is removed with it.
    environment: { ...scratch.environment(model), TMPDIR: path.dirname(scratch.home) },
  });
  const ended = () => served.evaluations.flatMap((it) => it.ended ?? []);
  return { ...served, scratch, model, ended };
}

test('the runner of Claude Code runs what was planned, and its result is read', async () => {
  const { request, scratch, ended, model } = await session(plugin, (project) => [
    { when: 'Say goodbye', text: 'See you.' },
    { when: 'Say goodbye', text: 'See you.' },
    { when: 'Say hello to Alex', calls: [{ tool: 'Skill', input: { skill: 'demo:greet' } }] },
    {
      when: 'Launching skill',
      calls: [{ tool: 'Read', input: { file_path: `${project}/skills/greet/references/tone.md`, limit: 1 } }],
    },
  ]);
  const suite = `${scratch.project}/evals`;
  const chosen = [{ suite }];
  expect(await request('skillwright/evaluationPlan', { chosen })).toMatchObject({
    sessions: 4,
    notes: [expect.stringMatching(/^broken is left out\. The runner rejects its files/)],
    rights: [
      'Sessions of bye may not read the files of skills, write files or run commands',
      'Sessions of hello may use `Read`, `Glob`, `Grep` and `Skill`, but not write files or run commands',
      'Sessions of bye may not use `Read`, which the skill `greet` needs: it names `references/tone.md`',
    ],
    allowable: ['Read'],
  });
  const { cost, problem } = await request('skillwright/runEvaluations', { run: 'a', chosen, maximumCost: 5 });
  expect(problem).toBeUndefined();
  expect(cost).toBeGreaterThan(0);
  const outcome = (name: string) => ended().findLast(({ item }) => item === `${suite}/${name}`);
  expect(outcome('bye')).toMatchObject({ state: 'failed', graders: [{ id: 'says', state: 'failed' }] });
  expect(outcome('bye')!.graders[0]!.messages[0]).toMatchObject({ actual: 'See you.' });
  expect(outcome('hello')).toMatchObject({ graders: [{ id: 'greets' }, { id: 'uses-skill', state: 'passed' }] });
  expect(model.requests.length).toBeGreaterThan(4);
  expect((await request('skillwright/gradeEvaluations', { chosen })).map(({ state }) => state)).toContain('failed');

  const files = await request('skillwright/evaluationCoverage', { chosen });
  const counts = Object.fromEntries(
    files.map(({ uri, ranges }) => [uri.split('/').at(-1), ranges.map(({ count }) => count)]),
  );
  expect(counts).toEqual({ 'SKILL.md': [1], 'never.md': [0], 'tone.md': [1, 0] });
  const { run } = await request('skillwright/openEvaluationRun', { suite, items: [`${suite}/hello`] });
  const shown = await request('skillwright/run', { id: run!, since: 0 });
  expect(shown?.parts.some((part) => part.kind === 'tool' && part.name === 'Skill')).toBe(true);
});

test('a run that is stopped ends, and what had ended counts', async () => {
  const pause = { text: 'One two three four five six seven eight nine ten.', pause: 2_000 };
  const script: ScriptedTurn[] = [
    { when: 'Say goodbye', text: 'Goodbye' },
    { when: 'Say goodbye', text: 'Goodbye' },
    { when: 'Say hello', ...pause },
  ];
  const { request, scratch, ended, evaluations } = await session(plugin, () => script);
  const suite = `${scratch.project}/evals`;
  const running = request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite }] });
  await expect.poll(() => evaluations.some((it) => it.output?.startsWith('✓ bye')), { timeout: 60_000 }).toBe(true);
  await request('skillwright/stopEvaluations', { run: 'a' });
  expect((await running).problem).toBeUndefined();
  const stateOf = (name: string) => ended().findLast(({ item }) => item === `${suite}/${name}`)?.state;
  expect([stateOf('bye'), stateOf('hello')]).toEqual(['passed', 'skipped']);
});

test('a prompt runs with the skill, and without what the user has under its name', async () => {
  const skill = '---\ndescription: Greets people. Use when the user says hello\n---\nBe warm.\n';
  const files = {
    '.claude/skills/greet/SKILL.md': skill,
    // The user has it, too.
    '~/.claude/skills/greet/SKILL.md': skill,
    '.claude/skills/greet/evals/evals.json': JSON.stringify({
      skill_name: 'greet',
      evals: [{ id: 1, prompt: 'Say hello to Alex', expectations: ['It is warm'] }],
    }),
  };
  const { request, scratch, ended, model } = await session(files, () => [
    { calls: [{ tool: 'Skill', input: { skill: 'greet' } }] },
    { text: 'A warm hello' },
    { text: 'Hi' },
  ]);
  const suite = `${scratch.project}/.claude/skills/greet/evals`;
  const { cost } = await request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite }] });
  expect(cost).toBeGreaterThan(0);
  const [outcome] = ended();
  expect(outcome).toMatchObject({ state: 'skipped', messages: [] });
  expect(outcome!.report).toMatch(/the skill was loaded[\s\S]*A warm hello[\s\S]*Without the skill[\s\S]*Hi/);
  // What the model was told: the skill is in the listing of one session alone, and its text was sent there.
  const isListed = model.requests.map((body) => body.includes('Greets people. Use when the user says hello'));
  expect(isListed).toEqual([true, true, false]);
  expect(model.requests[1]).toContain('Be warm.');
});
