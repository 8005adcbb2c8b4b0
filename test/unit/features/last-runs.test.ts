import { expect, test } from 'vitest';
import { lastRuns, readKeptTrace } from '../../../server/src/jobs/evaluations/grading/last-runs.ts';
import { linkTo, type MemoryFiles, memoryFileSystem } from '../memory-file-system.ts';

const trace = '/tmp/claude-eval-a1/out/trace.jsonl';

/** The last run of a case whose result names a trace. */
async function lastRun(content: MemoryFiles, tracePath = trace) {
  const result = {
    cases: [{ name: 'hello', dir: 'evals/hello', arms: { with: [{ tracePath, graders: [] }] } }],
  };
  const files = memoryFileSystem({ '/w/evals/results/1/aggregate-result.json': JSON.stringify(result), ...content });
  const last = await lastRuns({ folder: '/w/evals/hello', evaluations: '/w/evals' }, files, {
    texts: new Set(['a.md']),
  });
  return last?.runs[0]?.recorded;
}

test('a trace and what the run left are read, also if the temporary folder is a link', async () => {
  const content = {
    '/private/tmp/claude-eval-a1/out/trace.jsonl': '{}',
    '/private/tmp/claude-eval-a1/out/mock-calls.jsonl': '[]',
    '/private/tmp/claude-eval-a1/home/cwd/a.md': 'A',
    '/tmp': linkTo('/private/tmp'),
  };
  const kept = { files: new Map([['a.md', 'A']]), mockCalls: '[]' };
  expect(await lastRun(content)).toMatchObject({ trace: '{}', kept });
});

test('a repository with a folder that is called like one of the runner does not lead elsewhere by links', async () => {
  const content = { '/w/claude-eval-a1/out/trace.jsonl': linkTo('/home/me/key'), '/home/me/key': 'secret' };
  const named = '/w/claude-eval-a1/out/trace.jsonl';
  expect(await lastRun(content, named)).toBeUndefined();
  expect(await readKeptTrace(named, memoryFileSystem(content))).toBeUndefined();
});

test('links that a run put in place of its folder or files are not followed', async () => {
  const content = {
    [trace]: '{}',
    '/tmp/claude-eval-a1/out/mock-calls.jsonl': linkTo('/home/me/a.md'),
    '/tmp/claude-eval-a1/home/cwd': linkTo('/home/me'),
    '/home/me/a.md': 'secret',
  };
  expect(await lastRun(content)).toMatchObject({ trace: '{}', kept: undefined });
  const { '/tmp/claude-eval-a1/home/cwd': _, ...others } = content;
  const kept = { files: new Map([['b.md', undefined]]), mockCalls: undefined };
  expect(await lastRun({ ...others, '/tmp/claude-eval-a1/home/cwd/b.md': 'B' })).toMatchObject({ kept });
});

test('a result that was cut off counts as far as it can be read, and what it does not say is not known', async () => {
  const graders = [{ name: 'greets', passed: true, explanation: 'yes' }, { name: 'names' }];
  const result = { cases: [{ name: 'hello', dir: 'evals/hello', arms: { with: [{ graders }] } }] };
  const files = memoryFileSystem({ '/w/evals/results/1/aggregate-result.json': JSON.stringify(result).slice(0, -2) });
  const last = await lastRuns({ folder: '/w/evals/hello', evaluations: '/w/evals' }, files, { texts: new Set() });
  const said = [...(last?.result.runs[0]?.verdicts.values() ?? [])].map(({ name, passed }) => [name, passed]);
  expect(said).toEqual([
    ['greets', true],
    ['names', undefined],
  ]);
});
