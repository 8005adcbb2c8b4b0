import { expect, test } from 'vitest';
import { EvaluationSuites } from '../../../../server/src/jobs/evaluations/running/evaluation-suites.ts';
import { withoutPause } from '../../../../server/src/platform/work-turns.ts';
import { memoryFileSystem } from '../../memory-file-system.ts';

const evaluations = '/w/office/evals';
const lines = 2_000;
const said = (text: string) => JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] } });
const tracePath = (name: string) => `/tmp/claude-eval-${name}/out/trace.jsonl`;
const cases = ['bye', 'hello'].map((name) => ({
  name,
  dir: `evals/${name}`,
  graders: [],
  arms: { with: [{ tracePath: tracePath(name), graders: [] }] },
}));
const paths = ['bye', 'hello'].flatMap((name) => [
  `${evaluations}/${name}/prompt.md`,
  `${evaluations}/${name}/graders/last.md`,
]);
const files = memoryFileSystem({
  '/w/office/.claude-plugin/plugin.json': '{ "name": "office" }',
  ...Object.fromEntries(
    paths.map((path) => [path, path.includes('graders') ? `---\ntype: regex\n---\nword ${lines - 1}$\n` : 'Say it.\n']),
  ),
  [`${evaluations}/results/1/aggregate-result.json`]: JSON.stringify({ cases }),
  [tracePath('bye')]: Array.from({ length: lines }, (_, index) => said(`word ${index}`)).join('\n'),
  [tracePath('hello')]: said('word 1'),
});
const suites = new EvaluationSuites({
  sessions: async () => [],
  filesOf: async () => paths,
  files,
  turns: () => withoutPause,
});

test('runs are graded in short steps, and no further than somebody waits for', async () => {
  const chosen = [{ suite: evaluations }];
  let asked = 0;
  const all = await suites.grade(chosen, true, () => ++asked < 0);
  expect(all.map(({ item, state }) => [item.slice(evaluations.length + 1), state])).toEqual([
    ['bye', 'passed'],
    ['hello', 'failed'],
  ]);
  // At least once for each line of a trace.
  expect(asked).toBeGreaterThan(lines);
  let left = lines / 2;
  expect(await suites.grade(chosen, true, () => --left < 0)).toEqual([]);
  expect(left).toBe(-1);
});
