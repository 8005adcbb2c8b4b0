import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundleServerForTests, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const recorded = readFileSync(new URL('../fixtures/evaluation-results/with-and-without.json', import.meta.url), 'utf8');
const last = 'app/evals/results/2026-11-25T18-43-49-138Z/aggregate-result.json';
const files = {
  'app/evals/greets/prompt.md': 'Say hello.\n',
  'app/package.json': '{}',
  [last]: recorded,
};

test('results are listed for what is open, and shown with their runs', async () => {
  const { editor, root } = await startSession(files);
  const ask = (method: string, params: object) => editor.connection.sendRequest<never>(method, params);
  const uri = uriOf(`${root}/${last}`);
  const listed = [{ uri, label: '2026-11-25T18-43-49-138Z' }];
  const asked = { uri: uriOf(`${root}/app/evals/greets/prompt.md`) };
  expect(await ask('skillwright/results', asked)).toMatchObject({ results: listed, caseName: 'greets' });
  expect(await ask('skillwright/results', { uri })).toMatchObject({ results: listed });
  // Another file is not a result.
  expect(await ask('skillwright/results', { uri: uriOf(`${root}/app/package.json`) })).toEqual({ results: [] });
  expect(await ask('skillwright/results', { uri: 'untitled:Untitled-1' })).toEqual({ results: [] });

  expect(await ask('skillwright/result', { uri })).toMatchObject({
    uri,
    title: 'office 1.2.0',
    arms: ['With plugin', 'Without plugin'],
    problems: [],
  });
  const runs = await ask('skillwright/resultRuns', { uri, caseIndex: 2 });
  expect(runs).toMatchObject([
    { title: 'With plugin, run 1', state: 'passed', outputNote: expect.stringContaining('--keep-temp') },
    { title: 'With plugin, run 2' },
    { title: 'Without plugin, run 1', state: 'failed' },
    { title: 'Without plugin, run 2' },
  ]);
  expect(await ask('skillwright/resultRuns', { uri, caseIndex: 99 })).toEqual([]);
  const gone = uriOf(`${root}/app/evals/results/2026-01-01T00-00-00-000Z/aggregate-result.json`);
  expect(await ask('skillwright/result', { uri: gone })).toBe(null);
  expect(await ask('skillwright/exportResult', { uri, format: 'grading', caseName: 'writes' })).toMatchObject({
    fileName: 'grading.json',
    text: expect.stringContaining('"pass_rate": 0'),
  });
});

test('a workspace that is not trusted has its results, but no traces and no history', async () => {
  const { editor, root } = await startSession(files, { initializationOptions: { workspaceTrusted: false } });
  const ask = (method: string, params: object) => editor.connection.sendRequest<never>(method, params);
  const uri = uriOf(`${root}/${last}`);
  expect(await ask('skillwright/result', { uri })).toMatchObject({ title: 'office 1.2.0' });
  expect(await ask('skillwright/resultRuns', { uri, caseIndex: 0 })).toMatchObject([
    { outputNote: 'The trace is not read, because the workspace is not trusted.', files: [] },
    {},
  ]);
  expect(await ask('skillwright/resultHistory', { uri })).toMatchObject({
    rows: [{ summary: '1 of 5 cases passed, 2 ended early' }],
    problem: 'the workspace is not trusted, or not on this machine',
  });
});
