import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { casesOfSet } from '../../server/src/jobs/evaluations/cases/cases-of-set.ts';
import { newCase } from '../../server/src/jobs/evaluations/cases/new-case.ts';
import type { NewFile } from '../../server/src/jobs/skills/templates/new-file.ts';
import { isEveryTest } from '../every-test.ts';
import { type ScratchSession, scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

interface Result {
  readonly cases: readonly {
    readonly name: string;
    readonly promptMarkdown: string;
    readonly arms: { readonly with: readonly { readonly graders: readonly { name: string; passed: boolean }[] }[] };
  }[];
}

const plugin = {
  'office/.claude-plugin/plugin.json': JSON.stringify({ name: 'office', version: '1.0.0', description: 'For offices' }),
  'office/skills/review/SKILL.md': '---\ndescription: Reviews a diff. Use for reviews.\n---\nReview $ARGUMENTS.\n',
};

const skillCall = { calls: [{ tool: 'Skill', input: { skill: 'office:review', args: 'main' } }] };
const inFolder = (folder: string, files: readonly NewFile[]) =>
  Object.fromEntries(files.map(({ path, text }) => [`${folder}/${path}`, text]));

/** Runs `claude plugin eval` once for each case, without the arm that has no plugin. */
async function evaluated(
  scratch: ScratchSession,
  target: string,
  script: readonly ScriptedTurn[],
  ...more: readonly string[]
): Promise<Result> {
  const model = await startScriptedModel(script);
  const once = ['--trust-plugin', '--runs', '1', '--ablation', 'none', '--no-publish', '--json', ...more];
  const child = spawn(installedRelease().program, ['plugin', 'eval', target, ...once], {
    cwd: scratch.project,
    env: scratch.environment(model),
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => output.push(piece));
  child.stderr.on('data', (piece: Buffer) => errors.push(piece));
  child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  const text = Buffer.concat(output).toString();
  if (!text.startsWith('{')) expect.fail(Buffer.concat(errors).toString());
  return JSON.parse(text) as Result;
}

const graded = ({ cases }: Result) =>
  cases.map(({ name, arms }) => [name, ...(arms.with[0]?.graders.map((it) => `${it.name} ${it.passed}`) ?? [])]);

test('a new case is accepted, and passes when the same happens again', async () => {
  const work = {
    prompt: 'Review main',
    calledSkill: true,
    written: ['out/[id] report.md'],
    writtenElsewhere: [],
    tools: new Set(['Skill', 'Write']),
  };
  const skill = { name: 'review', plugin: 'office', isForModel: true };
  const made = newCase({ skill, prompt: undefined, criteria: [], work });
  if ('problem' in made) return expect.fail(made.problem);
  const scratch = scratchSession({ ...plugin, ...inFolder('office/evals/review', made.files) });
  const write = { tool: 'Write', input: { file_path: 'out/[id] report.md', content: 'Fine.' } };
  const script = [skillCall, { calls: [write] }, { text: 'Done.' }];
  const result = await evaluated(scratch, 'office', script, '--allow-tools', 'Write');
  expect(result.cases[0]!.promptMarkdown).toBe('Review main');
  expect(graded(result)).toEqual([['review', 'creates-out-id-report-md true', 'uses-skill true']]);
});

test.runIf(isEveryTest)('a skill outside of plugins has cases in its own folder', async () => {
  const skill = { name: 'greet', plugin: undefined, isForModel: true };
  const made = newCase({ skill, prompt: 'Say hello', criteria: [], work: undefined });
  if ('problem' in made) return expect.fail(made.problem);
  const folder = '.claude/skills/greet';
  const scratch = scratchSession({
    [`${folder}/SKILL.md`]: '---\ndescription: Greets people.\n---\nSay hello.\n',
    ...inFolder(`${folder}/evals/greet`, made.files),
  });
  const result = await evaluated(scratch, folder, [{ calls: [{ tool: 'Skill', input: { skill: 'greet' } }] }]);
  expect(graded(result)).toEqual([['greet', 'uses-skill true']]);
});

test('the cases of a converted set are accepted', async () => {
  const set = {
    skill_name: 'review',
    evals: [
      {
        id: 1,
        prompt: '  Review --- it:\n"now"\n',
        expected_output: 'A "review" --- in\nlines',
        assertions: ['Short'],
      },
      { id: 'second one', prompt: 'Review', expected_output: 'yes', files: ['evals/files/a.txt'], more: null },
    ],
  };
  const made = casesOfSet(JSON.stringify(set));
  if ('problem' in made) return expect.fail(made.problem);
  const scratch = scratchSession({ ...plugin, ...inFolder('office/evals/review', made.files) });
  const result = await evaluated(scratch, 'office', [skillCall]);
  expect(result.cases.map(({ promptMarkdown }) => promptMarkdown)).toEqual(['Review --- it:\n"now"', 'Review']);
  // A model that only says `Done.` is no judge.
  expect(graded(result)).toEqual([
    ['eval-1', 'expectation-1 false'],
    ['second-one', 'expected-output false'],
  ]);
});
