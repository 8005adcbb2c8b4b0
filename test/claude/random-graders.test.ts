import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import { openEvaluation } from '../../server/src/evaluation/cases/open-evaluation.ts';
import { gradeCase, neededTexts } from '../../server/src/jobs/evaluations/grading/grade-case.ts';
import { lastRuns } from '../../server/src/jobs/evaluations/grading/last-runs.ts';
import { evalArguments } from '../../server/src/jobs/evaluations/running/eval-arguments.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { runtimes } from '../conformance/recordings.ts';
import { isEveryTest } from '../every-test.ts';
import { Random } from '../mutation/random.ts';
import { randomGrader, randomStory } from './random-evaluations.ts';
import { scratchSession } from './scratch-session.ts';
import { startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

/*
 * `SKILLWRIGHT_GRADER_SEED=7 npm run test:claude -- test/claude/random-graders.test.ts` tries other graders. Each case has
 * as many as the runner takes.
 */
const seed = process.env.SKILLWRIGHT_GRADER_SEED ?? '1';
const cases = Number(process.env.SKILLWRIGHT_GRADER_CASES ?? (isEveryTest ? '3' : '1'));
const graders = 250;

test('random graders of random runs are graded as `claude plugin eval` grades them', { timeout: 600_000 }, async () => {
  const random = new Random(`graders ${seed}`);
  const names = Array.from({ length: cases }, (_, index) => `case-${index}`);
  const stories = new Map(names.map((name) => [name, randomStory(random)]));
  const files = names.map((name) => {
    const story = stories.get(name)!;
    const definition = {
      schema_version: '1.1',
      name,
      runs: 1,
      execution: { prompt: `Tell ${name}.`, max_turns: 30, allowed_tools: ['Write', 'Read'] },
      graders: Array.from({ length: graders }, (_, index) => ({ name: `g${index}`, ...randomGrader(random, story) })),
    };
    return [`evals/${name}/case.yaml`, JSON.stringify(definition, undefined, 1)] as const;
  });
  const scratch = scratchSession({
    '.claude-plugin/plugin.json': '{ "name": "demo", "version": "1.0.0", "description": "Tells stories" }',
    'skills/tell/SKILL.md': '---\ndescription: Tells stories. Use when asked for one\n---\nTell it.\n',
    ...Object.fromEntries(files),
  });
  const model = await startScriptedModel(
    [...stories].flatMap(([name, story]) => story.turns.map((turn) => ({ when: `Tell ${name}.`, ...turn }))),
  );
  const outputFolder = path.join(scratch.project, 'evals/results/1');
  const args = evalArguments({
    folder: scratch.project,
    choice: { arms: 'with', allowedTools: [] },
    outputFolder,
    extraArguments: ['--allow-tools', 'Write'],
  });
  const said = await new Promise<string>((resolve) => {
    const env = { ...scratch.environment(model), TMPDIR: path.dirname(scratch.home) };
    execFile(installedRelease().program, args, { cwd: scratch.project, env }, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
  const result = JSON.parse(readFileSync(path.join(outputFolder, 'aggregate-result.json'), 'utf8')) as Result;
  const counts = { graded: 0, passed: 0, undecided: 0 };
  const wrong: unknown[] = [];
  for (const [file, text] of files) {
    const definition = `${scratch.project}/${file}`;
    const context = (await readFileContext(definition, nodeFileSystem, scratch.home))!;
    const merged = openEvaluation(readDocument(text, runtimes[0]!, context.kind), context)!.case!;
    const last = await lastRuns(
      { folder: path.dirname(definition), evaluations: path.join(scratch.project, 'evals') },
      nodeFileSystem,
      {
        texts: neededTexts(merged),
        mayReadTraces: true,
      },
    );
    expect(
      last?.runs.every((it) => it.recorded !== undefined),
      said,
    ).toBe(true);
    const [run] = result.cases.find(({ name }) => file.includes(`/${name}/`))!.arms.with;
    const verdicts = new Map(run!.graders.map((it) => [it.name, it]));
    const written = (JSON.parse(text) as { graders: { name: string }[] }).graders;
    for (const { name, verdicts: ours } of gradeCase(merged, last!)) {
      const theirs = verdicts.get(name)!;
      const [verdict] = ours;
      if (!verdict?.isGraded) counts.undecided++;
      else if (verdict.passed !== theirs.passed)
        wrong.push({
          grader: written.find((it) => it.name === name),
          ours: verdict.found,
          theirs,
          story: stories.get(file.split('/')[1]!),
        });
      else counts.graded++;
      if (theirs.passed) counts.passed++;
    }
  }
  console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
  expect(wrong).toEqual([]);
  // Both verdicts are frequent, and nearly all graders are decided.
  expect(counts.graded).toBeGreaterThan(cases * graders * 0.95);
  expect(counts.passed).toBeGreaterThan(cases * graders * 0.15);
  expect(counts.passed).toBeLessThan(cases * graders * 0.85);
});

interface Result {
  readonly cases: readonly {
    readonly name: string;
    readonly arms: { readonly with: readonly { readonly graders: readonly Said[] }[] };
  }[];
}

interface Said {
  readonly name: string;
  readonly passed: boolean;
  readonly explanation: string;
}
