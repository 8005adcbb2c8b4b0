import { expect, test } from 'vitest';
import { judgedFiles, keptJudgements } from '../../../../server/src/jobs/evaluations/prompts/judged-run.ts';
import { readPromptSet } from '../../../../server/src/jobs/evaluations/prompts/suite-prompts.ts';
import { suitesOf } from '../../../../server/src/jobs/evaluations/running/suites.ts';
import { linkTo, memoryFileSystem } from '../../memory-file-system.ts';

const evals = '/w/pdf/evals';
const place = `${evals}/results/2026-11-20T10-00-00-000Z/eval-a-b/with_skill/run-1`;

/** The last run of the prompt of a skill, with other files around it. */
async function runWith(others: Parameters<typeof memoryFileSystem>[0]) {
  const files = memoryFileSystem({
    '/w/pdf/SKILL.md': '---\ndescription: Reads PDF files\n---\n',
    [`${evals}/evals.json`]: JSON.stringify({ evals: [{ id: '../a/b', prompt: 'Read it', expected_output: 'Short' }] }),
    ...others,
  });
  const [suite] = await suitesOf([`${evals}/evals.json`], files);
  const set = (await readPromptSet(suite!, files))!;
  const startedAt = Date.parse('2026-11-20T10:00:00.000Z');
  const summary = {
    id: 'run-1',
    uri: '',
    invocation: '',
    arguments: '',
    folder: '/tmp',
    state: 'succeeded',
    startedAt,
  };
  const withSkill = { summary: { ...summary, state: 'succeeded' as const }, parts: [] };
  return { files, run: { suite: suite!, set, prompt: set.prompts[0]!, withSkill, withoutSkill: undefined } };
}

const judgements = [{ text: 'Short', passed: true }];

test('an id that is a path names no folder elsewhere, and a prompt without statements is judged by what it expects', async () => {
  const { run, files } = await runWith({});
  const judged = await judgedFiles(run, judgements, files);
  if ('problem' in judged) throw new Error(judged.problem);
  expect(judged.folder).toBe(`${evals}/results/2026-11-20T10-00-00-000Z`);
  expect(judged.files.map(({ path }) => path)).toEqual([
    'eval-a-b/eval_metadata.json',
    'eval-a-b/with_skill/run-1/outputs/answer.md',
    'eval-a-b/with_skill/run-1/timing.json',
    'eval-a-b/with_skill/run-1/grading.json',
  ]);
  const written = Object.fromEntries(judged.files.map(({ path, text }) => [`${judged.folder}/${path}`, text]));
  const after = await runWith(written);
  expect([...(await keptJudgements(after.run, after.files))]).toEqual([['statement 1', { isMet: true }]]);
});

test.each([
  ['the results', { [`${evals}/results`]: linkTo('/home/me') }],
  ['a run', { [place]: linkTo('/home/me') }],
  ['a grading.json', { [`${place}/grading.json`]: linkTo('/home/me/grading.json') }],
  ['a broken link', { [`${place}/grading.json`]: linkTo('/home/me/gone.json') }],
])('nothing is written through links out of the skill: %s', async (_, links) => {
  const there = '{"expectations": [{"text": "Short", "passed": true}]}';
  const { run, files } = await runWith({ ...links, '/home/me/grading.json': there });
  expect(await judgedFiles(run, judgements, files)).toEqual({
    problem: expect.stringContaining('/w/pdf/evals/results'),
  });
  expect([...(await keptJudgements(run, files))]).toEqual([]);
});

test('outputs that are there are not written again', async () => {
  const { run, files } = await runWith({ [`${place}/outputs/answer.md`]: 'edited' });
  const judged = await judgedFiles(run, judgements, files);
  expect('files' in judged && judged.files.map(({ path }) => path)).not.toContain(
    'eval-a-b/with_skill/run-1/outputs/answer.md',
  );
});
