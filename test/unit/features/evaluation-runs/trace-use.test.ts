import { expect, test } from 'vitest';
import { readWork } from '../../../../server/src/jobs/evaluations/running/evaluation-work.ts';
import { suiteCoverage } from '../../../../server/src/jobs/evaluations/running/suite-coverage.ts';
import { suitesOf } from '../../../../server/src/jobs/evaluations/running/suites.ts';
import { useInTrace } from '../../../../server/src/jobs/evaluations/running/trace-use.ts';

import { memoryFileSystem } from '../../memory-file-system.ts';

const call = (id: string, name: string, input: object) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id, name, input }] },
});
const done = (id: string) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
});
const traceOf = (events: readonly object[]) => events.map((event) => JSON.stringify(event)).join('\n');

const paths = Array.from({ length: 1_000 }, (_, index) => `/w/skills/pdf/scripts/${index}.py`);

test('a command runs the scripts that it names', () => {
  const run = traceOf([call('a', 'Bash', { command: 'python scripts/7.py && ls' }), done('a')]);
  expect(useInTrace(run, paths)).toEqual([{ kind: 'started', path: '/w/skills/pdf/scripts/7.py' }]);
});

test('what follows millions of characters of commands, or thousands of calls, is not searched', () => {
  const command = 'python scripts/7.py';
  const long = traceOf([
    ...[call('a', 'Bash', { command }), done('a')],
    ...[call('b', 'Bash', { command: '#'.repeat(20_000_000) }), done('b')],
    ...[call('c', 'Bash', { command }), done('c')],
  ]);
  expect(useInTrace(long, paths)).toHaveLength(1);
  const many = Array.from({ length: 20_000 }, (_, index) => [
    call(`${index}`, 'Skill', { skill: 'pdf' }),
    done(`${index}`),
  ]);
  expect(useInTrace(traceOf(many.flat()), paths)).toHaveLength(10_000);
});

test('lines of a large file are counted at once, however often it is read', async () => {
  const path = '/w/pdf/SKILL.md';
  const reads = Array.from({ length: 10_000 }, (_, index) => [
    call(`${index}`, 'Read', { file_path: path, ...(index === 0 && { offset: 3, limit: 2 }) }),
    done(`${index}`),
  ]);
  const tracePath = '/tmp/claude-eval-a1/out/trace.jsonl';
  const result = {
    cases: [{ name: 'hello', dir: 'evals/hello', arms: { with: [{ tracePath, graders: [] }] } }],
  };
  const files = memoryFileSystem({
    [path]: '\n'.repeat(1_000_000),
    '/w/pdf/evals/hello/prompt.md': 'Hello',
    '/w/pdf/evals/hello/graders/a.md': '---\ntype: regex\n---\nx\n',
    '/w/pdf/evals/results/1/aggregate-result.json': JSON.stringify(result),
    [tracePath]: traceOf(reads.flat()),
  });
  const suites = await suitesOf(['/w/pdf/evals/hello/prompt.md'], files);
  const [work] = await readWork([{ suite: '/w/pdf/evals' }], suites, files);
  const [covered] = await suiteCoverage(work!, files, async () => undefined);
  expect(covered?.ranges).toEqual([
    { start: 0, end: 1, count: 9_999 },
    { start: 2, end: 3, count: 10_000 },
    { start: 4, end: 999_999, count: 9_999 },
  ]);
});
