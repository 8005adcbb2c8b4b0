import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { caseTables } from '../../../server/src/jobs/evaluations/results/case-table.ts';
import { casesOfToday } from '../../../server/src/jobs/evaluations/results/cases-of-today.ts';
import { exportResult } from '../../../server/src/jobs/evaluations/results/export-result.ts';
import { findResults } from '../../../server/src/jobs/evaluations/results/find-results.ts';
import { openResult } from '../../../server/src/jobs/evaluations/results/open-result.ts';
import { resultPage } from '../../../server/src/jobs/evaluations/results/result-page.ts';
import { shownRuns } from '../../../server/src/jobs/evaluations/results/result-runs.ts';
import { linkTo, memoryFileSystem } from '../memory-file-system.ts';

const recorded = readFileSync(
  new URL('../../fixtures/evaluation-results/with-and-without.json', import.meta.url),
  'utf8',
);

const graded = (passed: boolean) =>
  JSON.stringify({ expectations: [{ text: 'Names the ocean', passed, evidence: 'Pacific' }] });

const workspace = {
  '/repo/skills/pdf/SKILL.md': '---\ndescription: Reads PDF files\n---\n',
  '/repo/skills/pdf/evals/evals.json': '{"skill_name": "pdf", "evals": []}',
  '/repo/skills/pdf-workspace/iteration-1/eval-1/with_skill/grading.json': graded(false),
  '/repo/skills/pdf-workspace/iteration-2/ocean/eval_metadata.json':
    '{"eval_id": 1, "eval_name": "Ocean", "prompt": "Which ocean?", "assertions": ["Names the ocean", {"text": "Is short"}, 3]}',
  '/repo/skills/pdf-workspace/iteration-2/ocean/with_skill/run-1/grading.json': graded(true),
  '/repo/skills/pdf-workspace/iteration-2/ocean/with_skill/run-1/timing.json':
    '{"total_tokens": 84852, "duration_ms": 23332}',
  '/repo/skills/pdf-workspace/iteration-2/ocean/with_skill/run-2/grading.json': graded(false),
  '/repo/skills/pdf-workspace/iteration-2/ocean/old_skill/outputs/answer.md': 'The Pacific.',
  '/repo/skills/pdf-workspace/iteration-2/benchmark.json':
    '{"runs": [], "notes": ["Slow"], "metadata": {"timestamp": "2026-11-20T10:00:00Z"}}',
};

const plugin = {
  '/repo/office/.claude-plugin/plugin.json': '{"name": "office"}',
  '/repo/office/evals/greets/prompt.md': 'Say hello',
  '/repo/office/evals/greets/graders/names.md': '---\ntype: regex\n---\na\n',
  '/repo/office/evals/results/2026-11-23T10-00-00-000Z/aggregate-result.json': recorded,
  '/repo/office/evals/results/2026-11-24T10-00-00-000Z/aggregate-result.json': recorded,
  '/repo/office/node_modules/other/aggregate-result.json': recorded,
};

const files = memoryFileSystem({ ...workspace, ...plugin });
const found = async (path: string) =>
  (await findResults(path, files)).places.map((place) => place.path.slice('/repo/'.length));

describe('results', () => {
  test.each([
    '/repo/office',
    '/repo/office/evals',
    '/repo/office/evals/greets',
    '/repo/office/evals/greets/prompt.md',
    '/repo/office/evals/greets/graders/names.md',
    '/repo/office/evals/results',
  ])('are found from %s, newest first', async (path) => {
    expect(await found(path)).toEqual([
      'office/evals/results/2026-11-24T10-00-00-000Z/aggregate-result.json',
      'office/evals/results/2026-11-23T10-00-00-000Z/aggregate-result.json',
    ]);
  });

  test('of one case know which one', async () => {
    const { caseFolder } = await findResults('/repo/office/evals/greets/graders/names.md', files);
    expect(caseFolder).toBe('/repo/office/evals/greets');
  });

  test('are found in the folder of evaluations that a manifest names', async () => {
    const checks = '/repo/mail/quality/checks';
    const result = `${checks}/results/2026-11-24T10-00-00-000Z/aggregate-result.json`;
    const named = memoryFileSystem({
      '/repo/mail/.claude-plugin/plugin.json': '{"name": "mail", "experimental": {"evals": "quality/checks"}}',
      [`${checks}/greets/prompt.md`]: 'Say hello',
      [`${checks}/greets/graders/names.md`]: '---\ntype: regex\n---\na\n',
      [result]: recorded,
    });
    for (const path of [
      checks,
      `${checks}/greets`,
      `${checks}/greets/graders/names.md`,
      `${checks}/greets/prompt.md`,
    ]) {
      const { places, caseFolder } = await findResults(path, named);
      expect(places, path).toEqual([{ path: result, kind: 'file', suite: checks, owner: '/repo/mail' }]);
      expect(caseFolder, path).toBe(path === checks ? undefined : `${checks}/greets`);
    }
    expect((await casesOfToday(checks, named)).map(({ name }) => name)).toEqual(['greets']);
  });

  test('of skill-creator are found from the skill and in its workspace', async () => {
    const both = ['skills/pdf-workspace/iteration-2', 'skills/pdf-workspace/iteration-1'];
    for (const path of ['skills/pdf', 'skills/pdf/evals/evals.json', 'skills/pdf-workspace']) {
      expect(await found(`/repo/${path}`), path).toEqual(both);
    }
    expect(await found('/repo/skills/pdf-workspace/iteration-1')).toEqual(both.slice(1));
  });

  test('in one file, or in its folder, are that file', async () => {
    const folder = '/repo/office/evals/results/2026-11-23T10-00-00-000Z';
    const path = `${folder}/aggregate-result.json`;
    expect(await found(path)).toEqual([path.slice('/repo/'.length)]);
    expect(await found(folder)).toEqual([path.slice('/repo/'.length)]);
  });

  test('of skill-creator are put together from their files', async () => {
    const [place] = (await findResults('/repo/skills/pdf-workspace', files)).places;
    const { result, problems } = await openResult(place!, files);
    expect(result).toMatchObject({ subject: 'pdf', startedAt: '2026-11-20T10:00:00Z', notes: ['Slow'] });
    const [table] = caseTables(result!);
    expect(table!.case).toMatchObject({ name: 'Ocean', id: 1, prompt: 'Which ocean?' });
    expect(
      table!.case.runs.map(({ arm, number, score, seconds, tokens }) => [arm, number, score, seconds, tokens]),
    ).toEqual([
      ['old_skill', 1, undefined, undefined, undefined],
      ['with_skill', 1, 1, 23.332, 84852],
      ['with_skill', 2, 0, undefined, undefined],
    ]);
    // What nobody has judged is left to a person.
    expect(
      table!.graders.map(({ name, cells }) => [
        name,
        ...cells.map(({ passed, failed, unknown }) => `${passed} ${failed} ${unknown}`),
      ]),
    ).toEqual([
      ['Names the ocean', '1 1 0', '0 0 1'],
      ['Is short', '0 0 2', '0 0 1'],
    ]);
    expect(problems.filter(({ isLost }) => isLost)).toEqual([
      {
        path: '/repo/skills/pdf-workspace/iteration-2/ocean/eval_metadata.json',
        start: { line: 0, character: 119 },
        end: { line: 0, character: 120 },
        message: '`assertions[2]` has no text, so it is left out: add one',
        isLost: true,
      },
    ]);
  });

  test('of skill-creator that its own script does not count are named', async () => {
    const [, first] = (await findResults('/repo/skills/pdf-workspace', files)).places;
    const said = async (place: typeof first) =>
      (await openResult(place!, files)).problems
        .filter(({ isLost }) => !isLost)
        .map(({ path, message }) => [path.split('iteration-')[1], message]);
    expect(await said(first)).toEqual([
      [
        '1/eval-1/with_skill/grading.json',
        'The script of skill-creator that adds runs up does not find it: move it into `run-1`',
      ],
    ]);
    const [second] = (await findResults('/repo/skills/pdf-workspace', files)).places;
    expect(await said(second)).toEqual([
      [
        '2/ocean/with_skill/run-1/grading.json',
        'The script of skill-creator that adds runs up skips its case: rename `ocean` to `eval-…`',
      ],
    ]);
  });

  test('have outputs, but not those that a link leads to', async () => {
    const linked = memoryFileSystem({
      '/repo/pdf-workspace/iteration-1/eval-1/with_skill/outputs': linkTo('/home/me/secrets'),
      '/repo/pdf-workspace/iteration-1/eval-1/without_skill/outputs/answer.md': 'The Pacific.',
      '/home/me/secrets/key': 'secret',
    });
    const place = {
      path: '/repo/pdf-workspace/iteration-1',
      kind: 'runs',
      suite: '/repo/pdf-workspace',
      owner: undefined,
    } as const;
    const [it] = (await openResult(place, linked)).result!.cases;
    expect(await shownRuns(it!, { format: 'skill-creator' }, linked, false)).toMatchObject([
      { files: [], outputNote: 'The outputs are a link to somewhere else.' },
      { output: 'The Pacific.' },
    ]);
  });

  test('are next to each other: texts as a difference, pictures as pictures, what is alike once, and nothing else is read', async () => {
    const place = { path: '/repo/pdf-workspace/iteration-1', kind: 'runs', suite: '/repo', owner: undefined } as const;
    const [ours, theirs] = ['with_skill', 'without_skill'].map((arm) => `${place.path}/eval-1/${arm}/outputs`);
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const made = memoryFileSystem({
      [`${ours}/a.md`]: ['first', ...lines, 'new', ''].join('\r\n'),
      [`${theirs}/a.md`]: ['first', ...lines, 'old', 'older', ''].join('\n'),
      [`${ours}/same.txt`]: 'größe 👋',
      [`${theirs}/same.txt`]: 'größe 👋',
      [`${ours}/chart.svg`]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      [`${ours}/large.txt`]: 'x'.repeat(2 * 1024 * 1024 + 1),
      [`${ours}/zeros.bin`]: 'a\0b',
      [`${ours}/link.txt`]: linkTo('/home/me/secrets/key'),
      [`${ours}/metrics.json`]: JSON.stringify({
        total_tool_calls: 2,
        denied_calls: [{ tool: 'Bash', call: 'npm test' }, 'broken', { tool: 3 }],
        left_out: ['1 link', 7],
      }),
      [`${theirs}/metrics.json`]: '{"mine": true}',
      '/home/me/secrets/key': 'secret',
    });
    const result = (await openResult(place, made)).result!;
    const [first, second] = await shownRuns(result.cases[0]!, result, made, false);
    const alike = (line: string) => ({ first: line, own: line });
    expect(first!.made).toEqual([
      expect.objectContaining({ path: 'a.md', text: expect.stringContaining('new') }),
      expect.objectContaining({ path: 'chart.svg', picture: expect.stringMatching(/^data:image\/svg\+xml;base64,/) }),
      { path: 'large.txt', uri: expect.any(String), size: '2.1 MB' },
      expect.objectContaining({ path: 'same.txt', text: 'größe 👋', size: '12 B' }),
      { path: 'zeros.bin', uri: expect.any(String), size: '3 B' },
    ]);
    expect(first!.notes).toEqual(['1 call denied: Bash npm test', 'Not kept: 1 link']);
    expect(second!.made).toEqual([
      expect.objectContaining({
        path: 'a.md',
        difference: [
          { skipped: 28 },
          ...['line 27', 'line 28', 'line 29'].map(alike),
          { first: 'new', own: 'old' },
          { own: 'older' },
        ],
      }),
      // Another program's file of that name is an output.
      expect.objectContaining({ path: 'metrics.json' }),
      expect.objectContaining({ path: 'same.txt', isSame: true }),
    ]);
  });

  test('of the runner say what they are of: a skill alone is no plugin', async () => {
    const path = '/repo/pdf/evals/results/1/aggregate-result.json';
    const aggregate = JSON.stringify({ schemaVersion: 1, cases: [{ name: 'a', arms: { with: [{}], without: [{}] } }] });
    const skill = { '/repo/pdf/SKILL.md': '---\ndescription: Reads PDF files\n---\n', [path]: aggregate };
    const arms = async (also: Readonly<Record<string, string>>) => {
      const all = memoryFileSystem({ '/repo/pdf/evals/a/prompt.md': 'x', ...skill, ...also });
      const [place] = (await findResults(path, all)).places;
      return resultPage(await openResult(place!, all), undefined).arms;
    };
    expect(await arms({})).toEqual(['With skill', 'Without skill']);
    expect(await arms({ '/repo/pdf/.claude-plugin/plugin.json': '{"name": "pdf"}' })).toEqual([
      'With plugin',
      'Without plugin',
    ]);
  });

  test('of which a part was judged are neither passed nor failed, and what is open does not count in exports', async () => {
    const run = '/repo/pdf/evals/results/2026-11-20T10-00-00-000Z/eval-1';
    const partly = memoryFileSystem({
      '/repo/pdf/SKILL.md': '---\ndescription: Reads PDF files\n---\n',
      [`${run}/eval_metadata.json`]:
        '{"eval_id": 1, "prompt": "Which?", "assertions": ["Names the ocean", "Is short"]}',
      [`${run}/with_skill/run-1/grading.json`]: graded(true),
      [`${run}/without_skill/run-1/outputs/answer.md`]: 'The Pacific.',
    });
    const { places } = await findResults('/repo/pdf', partly);
    expect(places).toMatchObject([{ kind: 'runs', suite: '/repo/pdf/evals' }]);
    const { result } = await openResult(places[0]!, partly);
    expect(result).toMatchObject({ subject: 'pdf', startedAt: '2026-11-20T10:00:00.000Z' });
    expect(caseTables(result!)[0]!.state).toBe('unknown');
    const exported = (format: 'benchmark' | 'grading' | 'junit' | 'markdown') =>
      (exportResult(result!, format) as { readonly text: string }).text;
    expect(JSON.parse(exported('grading'))).toEqual({
      expectations: [{ text: 'Names the ocean', passed: true, evidence: 'Pacific' }],
      summary: { passed: 1, failed: 0, total: 1, pass_rate: 1 },
      user_notes_summary: { uncertainties: [], needs_review: ['Not judged: Is short'], workarounds: [] },
    });
    const benchmark = JSON.parse(exported('benchmark')) as { readonly runs: readonly unknown[] };
    expect(benchmark.runs).toMatchObject([
      { configuration: 'with_skill', result: { passed: 1, failed: 0, total: 1, pass_rate: 1 } },
      {
        configuration: 'without_skill',
        expectations: [],
        notes: ['Not judged: Names the ocean', 'Not judged: Is short'],
      },
    ]);
    expect(exported('junit')).toContain('tests="2" failures="0" errors="0" skipped="1"');
    expect(exported('markdown')).toMatch(/`Is short` \| not judged \| not judged/);
  });

  test('that vanish or are too large are said to be so', async () => {
    const place = { path: '/repo/gone.json', kind: 'file', suite: '/repo', owner: undefined } as const;
    const { result, problems } = await openResult(place, files);
    expect([result, problems.map(({ message }) => message)]).toEqual([
      undefined,
      ['gone.json no longer exists: run again'],
    ]);
  });
});
