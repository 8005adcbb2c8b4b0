import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readResultFile } from '../../server/src/evaluation/results/read-result.ts';
import { resultStatistics } from '../../server/src/evaluation/statistics/result-statistics.ts';
import { passRate } from '../../server/src/jobs/evaluations/results/summary/case-counts.ts';
import { judgedOutput } from '../../server/src/jobs/evaluations/results/summary/judged-output.ts';
import { resultModels } from '../../server/src/jobs/evaluations/results/summary/result-models.ts';
import { type ScratchSession, scratchSession } from './scratch-session.ts';
import { type ScriptedTurn, startScriptedModel } from './scripted-model.ts';
import { installedRelease } from './verified-release.ts';

const plugin = {
  'office/.claude-plugin/plugin.json': '{ "name": "office", "version": "1.0.0", "description": "Greets people" }',
  'office/skills/greet/SKILL.md': '---\ndescription: Greets people. Use when the user says hello\n---\nSay hello.\n',
  'office/evals/greets/prompt.md': '---\nmax_turns: 2\n---\nSay hello to Alex.\n',
  'office/evals/greets/graders/names.md': '---\ntype: regex\n---\nAlex\n',
  'office/evals/greets/graders/friendly.md': '---\ntype: llm\n---\nThe greeting is friendly\n',
  'office/evals/leaves/prompt.md': '---\nmax_turns: 2\nmodel: claude-haiku-4-5\n---\nSay goodbye to Alex.\n',
  'office/evals/leaves/graders/says.md': '---\ntype: regex\n---\nBye\n',
};

const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item);

/** What `claude plugin eval` writes, as it is and as it is read. */
async function evaluated(scratch: ScratchSession, script: readonly ScriptedTurn[], ...more: readonly string[]) {
  const model = await startScriptedModel(script);
  const output = path.join(scratch.project, `result-${script.length}`);
  const options = ['--trust-plugin', '--no-publish', '--output-dir', output, ...more];
  const child = spawn(
    installedRelease().program,
    ['plugin', 'eval', path.join(scratch.project, 'office'), ...options],
    {
      cwd: scratch.project,
      env: scratch.environment(model),
      stdio: 'ignore',
    },
  );
  await once(child, 'close');
  const text = readFileSync(path.join(output, 'aggregate-result.json'), 'utf8');
  const file = readResultFile(text);
  return file.kind === 'result' ? { written: JSON.parse(text), result: file.result } : expect.fail(text);
}

test('repeated runs are counted as the runner of Claude Code counts them, and compared', async () => {
  const scratch = scratchSession(plugin);
  const { written, result } = await evaluated(
    scratch,
    [
      ...times(12, { when: 'The greeting is friendly', unless: 'Hello Alex', text: 'FAIL' }),
      ...times(2, { when: 'The greeting is friendly', text: 'PASS' }),
      { when: 'The greeting is friendly', text: 'FAIL' },
      ...times(9, { when: 'The greeting is friendly', text: 'PASS' }),
      // Only a session with the plugin has its skill.
      ...times(4, { when: 'office:greet', unless: 'goodbye', text: 'Hello Alex' }),
      ...times(3, { when: 'goodbye', text: 'Bye' }),
    ],
    ...['--runs', '4'],
  );
  expect(passRate(result)).toBe(written.aggregates.overallPassRate);
  // What judges cost is in what a run costs.
  expect(result.cases.flatMap(({ runs }) => runs).reduce((sum, { costUsd }) => sum + costUsd!, 0)).toBeCloseTo(
    result.costUsd!,
    9,
  );
  const { arms, comparisons, flaky } = resultStatistics(result)!;
  expect(arms).toMatchObject([
    { runs: 8, passed: 7 },
    { runs: 8, passed: 0 },
  ]);
  expect(comparisons).toMatchObject([{ verdict: 'better', fewestRuns: 4, difference: written.aggregates.meanDelta }]);
  expect(flaky).toMatchObject([{ name: 'says', passed: 3, failed: 1 }]);
  expect(judgedOutput(result.cases[0]!, 'friendly')).toMatchObject({
    criteria: 'The greeting is friendly',
    seen: [
      ...times(4, { arm: 'without', passed: false, text: 'Done.' }),
      { arm: 'with', passed: true, text: 'Hello Alex' },
    ],
  });

  const named = await evaluated(
    scratch,
    [{ text: 'Bye' }],
    '--runs',
    '1',
    '--model',
    'claude-opus-4-5',
    '--case',
    'leaves',
  );
  expect(resultModels([named.result, result]).map(({ model, runs, passed }) => [model, runs, passed])).toEqual([
    ['claude-opus-4-5', 1, 1],
    [undefined, 4, 4],
    ['claude-haiku-4-5', 4, 3],
  ]);
});
