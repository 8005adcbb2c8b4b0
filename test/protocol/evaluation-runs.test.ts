import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { scratchSession } from '../claude/scratch-session.ts';
import { serveSession } from '../claude/served-session.ts';
import { installFakeRunner } from '../fake-runner.ts';
import { notRefused } from '../not-refused.ts';

const prompt = '---\nruns: 1\n---\nSay it.\n';
const grader = (pattern: string) => `---\ntype: regex\n---\n${pattern}\n`;

const plugin = {
  '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Greets people" }',
  'skills/greet/SKILL.md': '---\ndescription: Greets people. Use on Mondays\n---\nRead references/tone.md.\n',
  'skills/greet/references/tone.md': 'Be warm.\nBe short.\nBe kind.\n',
  'skills/greet/references/never.md': 'Nobody reads this.\n',
  'skills/greet/scripts/greet.sh': 'echo hello\n',
  'evals/hello/prompt.md': prompt,
  'evals/hello/graders/greets.md': grader('Hello'),
  'evals/bye/prompt.md': prompt,
  'evals/bye/graders/says.md': grader('Goodbye'),
};

/** A server whose Claude Code is a program that runs cases without any model. */
async function session(
  files: Readonly<Record<string, string>> = plugin,
  options: { readonly isTrusted?: boolean; readonly evaluations?: Readonly<Record<string, unknown>> } = {},
) {
  const runner = await installFakeRunner();
  const scratch = scratchSession(files);
  const served = await serveSession(scratch, {
    claudeCode: { path: runner.path },
    environment: { PATH: '/usr/bin:/bin', HOME: scratch.home },
    ...options,
  });
  const suite = `${scratch.project}/evals`;
  const ended = () => served.evaluations.flatMap((it) => it.ended ?? []);
  const stateOf = (name: string) => ended().findLast(({ item }) => item === `${suite}/${name}`)?.state;
  return { ...served, runner, scratch, suite, ended, stateOf };
}

test('cases run in one process, and each has what its result says', async () => {
  const { request, suite, stateOf, evaluations, runner, scratch } = await session();
  const [listed] = await request('skillwright/evaluationSuites', {});
  expect(listed).toMatchObject({ id: suite, label: 'demo (plugin)' });
  const items = await request('skillwright/evaluationItems', { suite });
  expect(items.map(({ label, graders }) => [label, graders.map((it) => it.label)])).toEqual([
    ['bye', ['says (regex)']],
    ['hello', ['greets (regex)']],
  ]);
  const chosen = [{ suite }];
  expect(await request('skillwright/evaluationPlan', { chosen })).toMatchObject({ sessions: 4 });
  expect(runner.starts()).toEqual([]);

  expect(await request('skillwright/runEvaluations', { run: 'a', chosen, maximumCost: 3 })).toEqual({
    cost: expect.closeTo(0.08),
  });
  expect([stateOf('hello'), stateOf('bye')]).toEqual(['passed', 'failed']);
  const bye = evaluations.flatMap(({ ended }) => (ended?.item === `${suite}/bye` ? [ended] : [])).at(-1)!;
  expect(bye.graders[0]!.messages[0]).toMatchObject({ expected: 'contains: /Goodbye/', actual: 'See you.' });
  expect(runner.starts()).toHaveLength(1);
  expect(runner.starts()[0]).toEqual(expect.arrayContaining(['--no-publish', '--max-cost-usd', '3']));
  expect(readdirSync(path.join(scratch.project, 'evals/results'))).toHaveLength(1);
  expect(await request('skillwright/evaluationPlan', { chosen })).toMatchObject({ estimate: { text: '≈ $0.08' } });
});

test('a run that is stopped ends its process and keeps what it has', async () => {
  const files = { ...plugin, 'evals/waits/prompt.md': prompt, 'evals/waits/graders/says.md': grader('x') };
  const { request, suite, stateOf, evaluations } = await session(files);
  const running = request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite }] });
  const hasStarted = () => evaluations.some(({ output }) => output?.includes('waits run'));
  await expect.poll(hasStarted, { timeout: 20_000 }).toBe(true);
  await request('skillwright/stopEvaluations', { run: 'a' });
  expect(await running).toEqual({ cost: expect.any(Number) });
  // Those that had ended were reported while the last one was running.
  expect([stateOf('hello'), stateOf('bye'), stateOf('waits')]).toEqual(['passed', 'failed', 'skipped']);
});

test('calls that were denied are said of the case, in the output, in coverage and in the results', async () => {
  const denied = { 'evals/bye/prompt.md': prompt.replace('Say it.', 'Say it. What is denied is said.') };
  const { request, suite, ended, uri } = await session({ ...plugin, ...denied });
  const chosen = [{ suite, items: [`${suite}/bye`] }];
  await request('skillwright/runEvaluations', { run: 'a', chosen });
  const outcome = ended().at(-1)!;
  const advice = '2 calls denied: Read, Write. Allow `Read`, `Write` when it runs';
  const without = 'Without the plugin: 2 calls denied: Read, Write';
  const at = uri('evals/bye/prompt.md');
  expect(outcome).toMatchObject({
    state: 'failed',
    messages: [
      { text: advice, uri: at },
      { text: without, uri: at },
    ],
  });
  expect(outcome.lines).toContain(`bye: ${advice}`);
  const covered = await request('skillwright/evaluationCoverage', { chosen });
  expect(covered.flatMap((it) => (it.denied === undefined ? [] : [[it.uri, it.denied]]))).toEqual([
    [uri('skills/greet/references/never.md'), 1],
  ]);
  const { results } = await request('skillwright/results', { uri: uri('evals') });
  const page = await request('skillwright/result', { uri: results[0]!.uri });
  expect(page!.cases[0]!.advisories).toEqual([advice, without]);
  const [run] = await request('skillwright/resultRuns', { uri: results[0]!.uri, caseIndex: 0 });
  expect(run!.facts).toContain('2 calls denied: Read, Write');
});

test('the last runs are graded again by what the graders are now, and nothing starts', async () => {
  const { request, suite, runner, scratch } = await session();
  const chosen = [{ suite, items: [`${suite}/bye`] }];
  await request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite }] });
  const grade = async () => (await request('skillwright/gradeEvaluations', { chosen })).map(({ state }) => state);
  expect(await grade()).toEqual(['failed']);
  scratch.write({ 'evals/bye/graders/says.md': grader('See you') });
  expect(await grade()).toEqual(['passed']);
  expect(runner.starts()).toHaveLength(1);
});

test('in a workspace that is not trusted, evaluations are listed, and nothing starts', async () => {
  const { request, suite, runner, scratch } = await session(plugin, { isTrusted: false });
  expect(await request('skillwright/evaluationItems', { suite })).toHaveLength(2);
  const problem = 'The workspace is not trusted, so its evaluations do not run';
  const chosen = [{ suite }];
  expect(await request('skillwright/evaluationPlan', { chosen })).toEqual({ problem });
  expect(await request('skillwright/runEvaluations', { run: 'a', chosen })).toEqual({ problem });
  expect(runner.starts()).toEqual([]);
  expect(existsSync(path.join(scratch.project, 'evals/results'))).toBe(false);
});

test('only suites of the workspace can be named', async () => {
  const { request, runner } = await session();
  for (const suite of ['/', '/tmp/evals', '../evals', 'constructor']) {
    expect(await request('skillwright/evaluationItems', { suite })).toEqual([]);
    const chosen = [{ suite }];
    expect(await request('skillwright/runEvaluations', { run: 'a', chosen })).toEqual({
      problem: 'These evaluations are gone',
    });
  }
  expect(runner.starts()).toEqual([]);
});

test('coverage is what the runs with the plugin read, line by line, and which scripts they started', async () => {
  const { request, suite, uri } = await session();
  const chosen = [{ suite, items: [`${suite}/hello`] }];
  const covered = async () => {
    const files = await request('skillwright/evaluationCoverage', { chosen });
    return Object.fromEntries(
      files.map((it) => [
        it.uri.replace(uri('skills/greet/'), ''),
        it.started === undefined ? it.ranges : `started ${it.started}`,
      ]),
    );
  };
  expect(await covered()).toEqual({});
  await request('skillwright/runEvaluations', { run: 'a', chosen });
  expect(await covered()).toEqual({
    'SKILL.md': [{ start: 0, end: 3, count: 1 }],
    'references/never.md': [{ start: 0, end: 0, count: 0 }],
    'references/tone.md': [
      { start: 0, end: 1, count: 1 },
      { start: 2, end: 2, count: 0 },
    ],
    // Which of its lines ran is not known.
    'scripts/greet.sh': 'started 1',
  });
});

test('a run does not start if files have made it more than what was agreed to', async () => {
  const { request, suite, runner, scratch } = await session();
  const chosen = [{ suite }];
  const agreed = notRefused(await request('skillwright/evaluationPlan', { chosen }));
  scratch.write({ 'evals/hello/prompt.md': '---\nruns: 3\n---\nSay it.\n' });
  const ended = notRefused(await request('skillwright/runEvaluations', { run: 'a', chosen, agreed }));
  const more = 'more' in ended ? ended.more : expect.unreachable();
  expect(more).toMatchObject({
    sessions: 8,
    lines: expect.arrayContaining(['2 cases of demo: 4 runs with the plugin and 4 without it']),
  });
  expect(runner.starts()).toEqual([]);
  // Once the user has agreed to that, or if it has become less, it starts.
  const only = [{ suite, items: [`${suite}/hello`] }];
  expect(await request('skillwright/runEvaluations', { run: 'b', chosen: only, agreed: more })).toEqual({
    cost: expect.closeTo(0.04),
  });
});

test('the last run of a case is shown like a run of a skill', async () => {
  const { request, suite } = await session();
  const hello = { suite, items: [`${suite}/hello`] };
  expect(await request('skillwright/openEvaluationRun', hello)).toEqual({
    problem: 'hello has no result yet: run it first',
  });
  await request('skillwright/runEvaluations', { run: 'a', chosen: [hello], once: true });
  const { run } = notRefused(await request('skillwright/openEvaluationRun', hello));
  const shown = await request('skillwright/run', { id: run, since: 0 });
  expect(shown?.summary).toMatchObject({ invocation: 'hello', state: 'succeeded', cost: 0.02, turns: 4 });
  expect(shown?.parts.map((part) => (part.kind === 'tool' ? part.name : part.kind))).toEqual([
    'Skill',
    'Read',
    'Bash',
    'text',
  ]);
});

const skillWithSet = {
  '.claude/skills/greet/SKILL.md': '---\ndescription: Greets people. Use on Mondays\n---\nBe warm.\n',
  '.claude/skills/greet/references/tone.md': 'Be warm.\nBe short.\n',
  '.claude/skills/greet/scripts/greet.sh': 'echo hello\n',
  '.claude/skills/greet/evals/files/names.txt': 'Alex\n',
  '.claude/skills/greet/evals/evals.json': JSON.stringify({
    skill_name: 'greet',
    evals: [
      {
        id: 1,
        prompt: 'Say hello',
        files: ['evals/files/names.txt'],
        expected_output: 'A [warm](x) one',
        expectations: ['It is *warm*'],
      },
      { id: 2, prompt: 'Say hello, unused' },
      { id: 3, prompt: 'Say hello, installed' },
      { id: 4, prompt: 'Say hello', files: ['../../../secret.txt'] },
      { id: 5, prompt: 'Say hello, thoroughly' },
      { id: 7, prompt: 'Say hello; it makes files', files: ['evals/files/names.txt'], expectations: ['It is warm'] },
      { id: 6, prompt: 'Say hello', expectations: ['It is warm', 'It is short', 'It is kind'] },
      { id: 8, prompt: 'Say hello, what is denied is said' },
    ],
  }),
  'secret.txt': 'secret',
};

const one = { expectations: ['It is warm'] };

const greetSet = (project: string) => {
  const suite = `${project}/.claude/skills/greet/evals`;
  return { suite, item: (id: number) => `${suite}/evals.json#${id}` };
};

test('sessions of prompts say what they were denied, and have what is allowed for the run', async () => {
  const { request, ended, runner, scratch } = await session(skillWithSet);
  const { suite, item } = greetSet(scratch.project);
  const chosen = [{ suite, items: [item(8)] }];
  const plan = await request('skillwright/evaluationPlan', { chosen });
  expect(plan).toMatchObject({
    rights: [
      'Sessions of prompts may write files in a temporary project, which are kept, and do what your settings allow without asking. The rest is denied',
    ],
  });
  await request('skillwright/runEvaluations', { run: 'a', chosen });
  const title = '8: Say hello, what is denied is said';
  const denied = [
    `${title}, with the skill: 1 call denied: Bash make`,
    `${title}, without the skill: 1 call denied: Bash make`,
  ];
  expect(ended().at(-1)!.lines).toEqual(expect.arrayContaining(denied));
  const allowedTools = ['Bash'];
  await request('skillwright/runEvaluations', { run: 'b', chosen, allowedTools });
  expect(ended().at(-1)!.lines.join('\n')).not.toContain('call denied');
  const last = runner
    .starts()
    .filter((args) => args.includes('-p'))
    .at(-1)!;
  expect(last[last.indexOf('--allowedTools') + 1]).toBe('Edit(./**),Bash');
});

test('a prompt runs with the skill and without it, and both outputs are next to what a person has to judge', async () => {
  const { request, ended, runner, scratch } = await session(skillWithSet);
  const { suite, item } = greetSet(scratch.project);
  const chosen = [{ suite, items: [item(1)] }];
  expect(await request('skillwright/evaluationPlan', { chosen })).toMatchObject({
    sessions: 2,
    lines: ['1 prompt of greet: each with the skill and without it', "Model: Claude Code's default"],
  });
  expect(await request('skillwright/runEvaluations', { run: 'a', chosen, maximumCost: 1 })).toEqual({ cost: 0.06 });
  const [outcome] = ended();
  expect(outcome).toMatchObject({ item: item(1), state: 'skipped', messages: [], graders: [{ state: 'skipped' }] });
  const outputs = await request('skillwright/resultRuns', { uri: outcome!.result!, caseIndex: 0 });
  expect(outputs.map(({ title, output, verdicts }) => [title, output, verdicts.map(({ name }) => name)])).toEqual([
    ['With skill, run 1', 'A **warm** hello\n', ['It is *warm*']],
    ['Without skill, run 1', 'Hi\n', ['It is *warm*']],
  ]);
  // The answers are not given to the model: the copy of the skill has no evaluations.
  const files = runner.starts().filter(([name]) => name === 'files');
  expect(files).toEqual([
    [
      'files',
      '.claude/skills/greet/SKILL.md',
      '.claude/skills/greet/references/tone.md',
      '.claude/skills/greet/scripts/greet.sh',
      '.keep',
      'evals/files/names.txt',
    ],
    ['files', '.keep', 'evals/files/names.txt'],
  ]);
  const starts = runner.starts().filter(([name]) => name === '-p');
  const off = JSON.stringify({ skillOverrides: { greet: 'off' } });
  expect(starts.map((args) => args.includes(off))).toEqual([false, true]);
  expect(starts.map((args) => args[args.indexOf('--max-budget-usd') + 1])).toEqual(['1', '0.97']);

  expect(await request('skillwright/evaluationPlan', { chosen })).toMatchObject({ estimate: { text: '≈ $0.06' } });
  const { run } = notRefused(await request('skillwright/openEvaluationRun', chosen[0]!));
  expect((await request('skillwright/run', { id: run, since: 0 }))?.summary).toMatchObject({
    invocation: '1: Say hello (with the skill)',
    isEvaluation: true,
  });
});

test('what a prompt makes is kept in both arms, and what is denied or not kept is said', async () => {
  const { request, ended, runner, scratch } = await session(skillWithSet);
  const { suite, item } = greetSet(scratch.project);
  await request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite, items: [item(7)] }] });
  const [outcome] = ended();
  expect(outcome!.report).toBeUndefined();
  const title = '7: Say hello; it makes files, with the skill';
  expect(outcome!.lines).toEqual(
    expect.arrayContaining([
      `${title}: made out/chart.png, out/evals/a/prompt.md, out/grading.json, out/notes.md, out/same.txt`,
      `${title}: not kept: .vscode/settings.json would set up sessions, an editor or a repository, 1 link`,
      `${title}: 1 call denied: Bash npm test`,
    ]),
  );
  const folder = fileURLToPath(outcome!.result!);
  expect(path.dirname(folder)).toBe(`${suite}/results`);
  const filesIn = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = filesIn.flatMap((it) =>
    it.isDirectory() ? [] : path.relative(folder, path.join(it.parentPath, it.name)).split(path.sep).join('/'),
  );
  const ofRun = (arm: string, made: readonly string[]) =>
    ['outputs/answer.md', 'outputs/metrics.json', ...made, 'timing.json', 'transcript.md'].map(
      (name) => `eval-7/${arm}/run-1/${name}`,
    );
  const inBoth = ['evals/a/prompt.md', 'grading.json', 'notes.md', 'same.txt'].map((name) => `outputs/out/${name}`);
  expect(names.sort()).toEqual([
    'eval-7/eval_metadata.json',
    ...ofRun('with_skill', ['outputs/out/chart.png', ...inBoth]),
    ...ofRun('without_skill', inBoth),
  ]);
  // What looks like evaluations and results is neither.
  expect((await request('skillwright/evaluationSuites', {})).map(({ id }) => id)).toEqual([suite]);
  const { results } = await request('skillwright/results', { uri: pathToFileURL(suite).href });
  expect(results.map(({ uri }) => uri)).toEqual([outcome!.result]);
  // The session may write in its project, and nothing else is added to what it may do.
  const starts = runner.starts().filter(([name]) => name === '-p');
  expect(starts.map((args) => args.slice(args.indexOf('--allowedTools')))).toEqual([
    ['--allowedTools', 'Edit(./**)'],
    ['--allowedTools', 'Edit(./**)'],
  ]);
});

test('what cannot be kept is in the report: results that are a link are not written through', async () => {
  const { request, ended, evaluations, scratch } = await session(skillWithSet);
  const { suite, item } = greetSet(scratch.project);
  const elsewhere = path.join(scratch.home, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, `${suite}/results`);
  await request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite, items: [item(7)] }] });
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(evaluations.flatMap(({ output }) => output ?? []).join('\n')).toMatch(/not everything that it made was kept/);
  expect(ended()[0]!.result).toBeUndefined();
  expect(ended()[0]!.report).toMatch(
    /It is warm[\s\S]*With the skill[\s\S]*the skill was loaded[\s\S]*Denied:[\s\S]*npm test[\s\S]*Without the skill[\s\S]*Hi/,
  );
});

test('coverage of prompts is what the sessions with the skill used of its copy', async () => {
  const { request, scratch, uri } = await session(skillWithSet);
  const { suite, item } = greetSet(scratch.project);
  const chosen = [{ suite, items: [item(5)] }];
  const covered = async (of = chosen) => {
    const files = await request('skillwright/evaluationCoverage', { chosen: of });
    return Object.fromEntries(
      files.map((it) => [
        it.uri.replace(uri('.claude/skills/greet/'), ''),
        it.started === undefined ? it.ranges : `started ${it.started}`,
      ]),
    );
  };
  expect(await covered()).toEqual({});
  await request('skillwright/runEvaluations', { run: 'a', chosen });
  expect(await covered()).toEqual({
    'SKILL.md': [{ start: 0, end: 3, count: 1 }],
    'references/tone.md': [
      { start: 0, end: 0, count: 1 },
      { start: 1, end: 1, count: 0 },
    ],
    // Which of its lines ran is not known.
    'scripts/greet.sh': 'started 1',
  });
  expect(await covered([{ suite, items: [item(1)] }])).toEqual({});
});

test('what a person says is kept with the results, and is there again after a reload', async () => {
  const { request, scratch, runner, shutDown } = await session(skillWithSet);
  const { suite, item } = greetSet(scratch.project);
  const asked = { suite, item: item(6), isMet: true };
  const statements = async (ask: typeof request) =>
    (await ask('skillwright/evaluationItems', { suite })).find(({ id }) => id === item(6))!.graders;
  expect(await request('skillwright/judgePrompt', asked)).toEqual({
    problem: 'There is no run of this prompt to judge: run it first',
  });
  await request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite, items: [item(6)] }] });
  const judge = async (statement: string, isMet: boolean) => {
    const kept = await request('skillwright/judgePrompt', { ...asked, statement, isMet });
    if ('problem' in kept) throw new Error(kept.problem);
    const folder = fileURLToPath(kept.folder).slice(scratch.project.length + 1);
    scratch.write(Object.fromEntries(kept.files.map(({ path: name, text }) => [`${folder}/${name}`, text])));
    return kept.files.map(({ path: name }) => name);
  };
  expect(await judge('statement 1', true)).toEqual(['eval-6/with_skill/run-1/grading.json']);
  expect(await judge('statement 2', false)).toEqual(['eval-6/with_skill/run-1/grading.json']);
  expect((await statements(request)).map(({ isMet }) => isMet)).toEqual([true, false, undefined]);

  const { results } = await request('skillwright/results', { uri: pathToFileURL(`${suite}/evals.json`).href });
  expect(results).toHaveLength(1);
  const shown = await request('skillwright/resultRuns', { uri: results[0]!.uri, caseIndex: 0 });
  expect(shown.map(({ verdicts, output }) => [output, verdicts.map(({ name, state }) => `${name}: ${state}`)])).toEqual(
    [
      ['A **warm** hello\n', ['It is warm: passed', 'It is short: failed', 'It is kind: unknown']],
      ['Hi\n', ['It is warm: unknown', 'It is short: unknown', 'It is kind: unknown']],
    ],
  );
  const { rows } = await request('skillwright/resultHistory', { uri: results[0]!.uri });
  expect(rows).toMatchObject([{ summary: '0 of 1 case passed', score: '0.50' }]);

  await shutDown();
  const again = await serveSession(scratch, {
    claudeCode: { path: runner.path },
    environment: { PATH: '/usr/bin:/bin', HOME: scratch.home },
  });
  expect((await statements(again.request)).map(({ isMet }) => isMet)).toEqual([true, false, undefined]);
  // What somebody else wrote is not replaced.
  const [folder] = readdirSync(`${suite}/results`);
  const own = `.claude/skills/greet/evals/results/${folder}/eval-6/with_skill/run-1/grading.json`;
  scratch.write({ [own]: '{ broken' });
  expect(await again.request('skillwright/judgePrompt', asked)).toMatchObject({
    problem: expect.stringContaining('is not a grading.json that can be added to, so nothing was written'),
  });
});

test('each prompt has its own last run: two of one title, one that is reworded, and one that has moved', async () => {
  const evals = [
    { prompt: 'Say hello\nA', ...one },
    { prompt: 'Say hello\nB', ...one },
    { id: 3, prompt: 'Bye', ...one },
  ];
  const path = '.claude/skills/greet/evals/evals.json';
  const set = (prompts: readonly object[]) => ({ [path]: JSON.stringify({ skill_name: 'greet', evals: prompts }) });
  const { request, scratch } = await session({ ...skillWithSet, ...set(evals) });
  const { suite } = greetSet(scratch.project);
  const items = ['#1', '#2', '3'].map((id) => `${suite}/evals.json#${id}`);
  const open = async (item: string) => request('skillwright/openEvaluationRun', { suite, items: [item] });
  const none = { problem: 'There is no run of this prompt: run it first' };
  expect(await open(items[0]!)).toEqual(none);
  await request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite, items: [items[0]!] }] });
  await request('skillwright/runEvaluations', { run: 'b', chosen: [{ suite, items: [items[2]!] }] });
  const [first, second, third] = await Promise.all(items.map(open));
  expect(second).toEqual(none);
  expect(await request('skillwright/judgePrompt', { suite, item: items[1]!, isMet: true })).toMatchObject({
    problem: expect.stringContaining('There is no run of this prompt'),
  });

  scratch.write(set([evals[0]!, evals[1]!, { ...evals[2]!, prompt: 'Say goodbye' }]));
  expect([await open(items[0]!), await open(items[2]!)]).toEqual([first, third]);
  // Nothing tells a prompt without an id that is reworded from another one in its place.
  scratch.write(set([{ prompt: 'Another' }, ...evals]));
  expect([await open(items[0]!), await open(items[2]!)]).toEqual([none, third]);
});

test('what is no comparison is said: an unused skill, one that is still there, input from elsewhere', async () => {
  const { request, ended, scratch, runner } = await session(skillWithSet);
  const { suite, item } = greetSet(scratch.project);
  await request('skillwright/runEvaluations', { run: 'a', chosen: [{ suite, items: [item(2), item(3), item(4)] }] });
  const [unused, installed, elsewhere] = ended();
  expect(unused!.lines).toContain('2: Say hello, unused: the model did not load the skill, so it made no difference');
  expect(installed).toMatchObject({
    state: 'errored',
    messages: [{ text: expect.stringMatching(/^Without the skill: .*still has `demo:greet`/) }],
  });
  expect(elsewhere).toMatchObject({
    state: 'errored',
    messages: [
      { text: 'With the skill: The input file ../../../secret.txt is outside of the skill' },
      { text: 'Without the skill: The input file ../../../secret.txt is outside of the skill' },
    ],
  });
  expect(runner.starts().filter(([name]) => name === '-p')).toHaveLength(4);
});

test('trigger sets are listed with their queries, in evals and next to a SKILL.md', async () => {
  const skill = '---\ndescription: Greets people. Use on Mondays\n---\nHello.\n';
  const set = [
    { query: 'Say "hello"', should_trigger: true },
    { query: 'Delete it', should_trigger: false },
  ];
  const { request, scratch } = await session({
    '.claude/skills/greet/SKILL.md': skill,
    '.claude/skills/greet/evals/trigger-eval.json': JSON.stringify(set, undefined, 2),
    '.claude/skills/wave/SKILL.md': skill,
    '.claude/skills/wave/triggers.json': '{"cases": [{ "prompt": "", "should_trigger": true }]}',
    '.claude/skills/rest/SKILL.md': skill,
    '.claude/skills/rest/evals/triggers.json': '{"rules": ["of another tool"]}',
    'triggers.json': JSON.stringify(set),
  });
  const suites = await request('skillwright/evaluationSuites', {});
  expect(suites.map(({ label }) => label)).toEqual(['greet (skill)', 'wave (skill)']);
  const [greet, wave] = await Promise.all(
    suites.map(({ id }) => request('skillwright/evaluationItems', { suite: id })),
  );
  expect(greet).toMatchObject([
    {
      id: `${scratch.project}/.claude/skills/greet/evals/trigger-eval.json`,
      kind: 'triggers',
      label: 'Triggering (trigger-eval.json)',
      graders: [
        { id: 'query 1', label: 'should: Say "hello"', range: { start: { line: 2, character: 13 } } },
        { id: 'query 2', label: 'should not: Delete it', range: { start: { line: 6, character: 13 } } },
      ],
    },
  ]);
  expect(wave).toMatchObject([
    { graders: [], problem: expect.stringMatching(/^The set has no query that can be asked/) },
  ]);
  // They are measured by requests of their own.
  const chosen = [{ suite: suites[0]!.id }];
  expect(await request('skillwright/evaluationPlan', { chosen })).toEqual({ problem: 'There is nothing that can run' });
});
