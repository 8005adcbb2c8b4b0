import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { withOldVersion } from '../../../server/src/evaluation/results/compare-results.ts';
import { armsOf, type EvaluationResult } from '../../../server/src/evaluation/results/evaluation-result.ts';
import { rangesIn } from '../../../server/src/evaluation/results/json-text.ts';
import { readResultFile } from '../../../server/src/evaluation/results/read-result.ts';
import { readableMarkdown } from '../../../server/src/features/text/markdown-text.ts';
import { aggregateExport } from '../../../server/src/jobs/evaluations/results/aggregate-export.ts';
import { benchmarkExport, gradingExport } from '../../../server/src/jobs/evaluations/results/benchmark-export.ts';
import { caseEndings } from '../../../server/src/jobs/evaluations/results/case-endings.ts';
import { caseTables } from '../../../server/src/jobs/evaluations/results/case-table.ts';
import { htmlExport } from '../../../server/src/jobs/evaluations/results/html-export.ts';
import { pageStyle, pageStyleHash } from '../../../server/src/jobs/evaluations/results/html-style.ts';
import { junitExport } from '../../../server/src/jobs/evaluations/results/junit-export.ts';
import { markdownExport } from '../../../server/src/jobs/evaluations/results/markdown-export.ts';
import { caseAdvice, resultWarnings } from '../../../server/src/jobs/evaluations/results/result-warnings.ts';
import { parseXml } from '../../cli/parse-xml.ts';
import { runs } from '../../every-test.ts';

/** Results that the real `claude plugin eval` wrote. */
const recordings = fileURLToPath(new URL('../../fixtures/evaluation-results', import.meta.url));
const recorded = (name: string) => readFileSync(path.join(recordings, `${name}.json`), 'utf8');

function resultOf(text: string): EvaluationResult {
  const file = readResultFile(text);
  if (file.kind !== 'result') return expect.fail(`Not a result: ${JSON.stringify(file)}`);
  return file.result;
}

/** Each problem as the text that it marks, and its message. */
function problemsOf(text: string): string[] {
  return readResultFile(text).problems.map(
    ({ range, message }) => `${text.slice(range.start, range.end)} | ${message}`,
  );
}

/** One case in lines: its state, and per grader what the arms say. */
function shown(result: EvaluationResult): string[] {
  return caseTables(result).flatMap(({ case: { name }, state, arms, delta, graders }) => [
    `${name}: ${state}, ${arms.map(({ score, runs, ungraded }) => `${score?.toFixed(2)} of ${runs}${ungraded > 0 ? ` (${ungraded} ungraded)` : ''}`).join(', ')}, ${delta?.toFixed(2)}`,
    ...graders.map(
      ({ name: grader, type, isScored, measuresNothing, cells }) =>
        `  ${grader} ${type}: ${cells.map(({ passed, failed }) => `${passed}/${passed + failed}`).join(' ')}${isScored ? '' : ' unscored'}${measuresNothing ? ' nothing' : ''}`,
    ),
  ]);
}

const benchmark = {
  metadata: { skill_name: 'pdf', timestamp: '2026-01-15T10:30:00Z', executor_model: 'a', runs_per_configuration: 1 },
  runs: [
    {
      eval_id: 1,
      eval_name: 'Ocean',
      configuration: 'with_skill',
      run_number: 1,
      result: { pass_rate: 0.5, passed: 1, failed: 1, total: 2, time_seconds: 42.5, tokens: 3800, errors: 0 },
      expectations: [
        { text: 'Names the ocean', passed: true, evidence: 'Pacific' },
        { text: 'Has a chart', passed: false, evidence: 'None found' },
      ],
      notes: ['Used old data'],
    },
    {
      eval_id: 1,
      eval_name: 'Ocean',
      configuration: 'old_skill',
      run_number: 1,
      result: { pass_rate: 1, time_seconds: 1, tokens: 0 },
      expectations: [{ text: 'Names the ocean', passed: true, evidence: 'Pacific' }],
      notes: [],
    },
  ],
  notes: ['One expectation passes in both'],
};

describe('results of `claude plugin eval`', () => {
  test('are read with their arms side by side', () => {
    const result = resultOf(recorded('with-and-without'));
    expect([result.subject, result.version, armsOf(result)]).toEqual(['office', '1.2.0', ['with', 'without']]);
    expect(shown(result)).toEqual([
      'baselined: failed, 0.00 of 1, 0.00 of 1, 0.00',
      '  as-before baseline: 0/1 0/1',
      '  bad regex: 0/1 0/1',
      'broken: error, undefined of 1 (1 ungraded), undefined of 1 (1 ungraded), undefined',
      '  any regex: 0/0 0/0',
      'greets: passed, 1.00 of 2, 0.67 of 2, 0.33',
      '  friendly llm: 2/2 2/2 nothing',
      '  names regex: 2/2 0/2',
      '  only-with regex: 2/2 0/0 unscored',
      '  skill tool_used: 2/2 0/0 unscored',
      'turns: error, 0.00 of 1, 0.00 of 1, 0.00',
      '  any regex: 0/1 0/1',
      'writes: failed, 0.00 of 1, 0.00 of 1, 0.00',
      '  note file_exists: 0/1 0/1',
      '  says regex: 0/1 0/1',
    ]);
  });

  test('are not said to measure nothing where they forbid something', () => {
    const graders = [
      { name: 'finds', type: 'regex', config: { match: 'contains' } },
      { name: 'forbids', type: 'regex', config: { match: 'not_contains' } },
      { name: 'never', type: 'regex', config: { match: 'count:0' } },
      { name: 'at most', type: 'tool_used', config: { tool: 'Bash', min: 0, max: 2 } },
      { name: 'absent', type: 'file_exists', config: { path: 'a', exists: false } },
    ];
    const run = { graders: graders.map(({ name }) => ({ name, passed: true })) };
    const result = resultOf(JSON.stringify({ cases: [{ name: 'a', graders, arms: { with: [run], without: [run] } }] }));
    const rows = caseTables(result)[0]!.graders;
    expect(rows.filter(({ measuresNothing }) => measuresNothing).map(({ name }) => name)).toEqual(['finds']);
  });

  test('say why they are not whole', () => {
    expect(resultOf(recorded('interrupted')).partial).toBe('interrupted');
    expect(resultOf(recorded('cost-ceiling')).partial).toBe('cost_ceiling');
    const { cases, partial } = resultOf(recorded('timed-out'));
    expect([partial, cases[0]!.runs.map(({ error }) => error)]).toEqual([
      undefined,
      ['timed out after 3s', 'timed out after 3s'],
    ]);
  });

  test.each(readdirSync(recordings))('%s is written again as it was, without a problem', (name) => {
    const text = readFileSync(path.join(recordings, name), 'utf8');
    expect(readResultFile(text).problems).toEqual([]);
    expect(JSON.parse(JSON.stringify(aggregateExport(resultOf(text))))).toEqual(JSON.parse(text));
  });

  test('keep what a later release adds', () => {
    const added = JSON.parse(recorded('timed-out'));
    added.seed = 7;
    added.cases[0].difficulty = 'hard';
    added.cases[0].arms.with[0].tokens = { input: 3 };
    added.cases[0].arms.with[0].graders[0].confidence = 0.5;
    expect(JSON.parse(JSON.stringify(aggregateExport(resultOf(JSON.stringify(added)))))).toEqual(added);
  });
});

describe('results of skill-creator', () => {
  test('are read from a benchmark', () => {
    const result = resultOf(JSON.stringify(benchmark));
    expect([result.format, result.subject, result.notes]).toEqual(['skill-creator', 'pdf', benchmark.notes]);
    expect(shown(result)).toEqual([
      'Ocean: failed, 0.50 of 1, 1.00 of 1, undefined',
      '  Names the ocean undefined: 1/1 1/1',
      '  Has a chart undefined: 0/1 0/0',
    ]);
  });

  test('are written again with what they had, and summed up', () => {
    const written = JSON.parse(JSON.stringify(benchmarkExport(resultOf(JSON.stringify(benchmark)))));
    expect(written).toMatchObject({ metadata: benchmark.metadata, runs: benchmark.runs, notes: benchmark.notes });
    expect(written.run_summary).toEqual({
      with_skill: {
        pass_rate: { mean: 0.5, stddev: 0, min: 0.5, max: 0.5 },
        time_seconds: { mean: 42.5, stddev: 0, min: 42.5, max: 42.5 },
        tokens: { mean: 3800, stddev: 0, min: 3800, max: 3800 },
      },
      old_skill: {
        pass_rate: { mean: 1, stddev: 0, min: 1, max: 1 },
        time_seconds: { mean: 1, stddev: 0, min: 1, max: 1 },
        tokens: { mean: 0, stddev: 0, min: 0, max: 0 },
      },
      delta: { pass_rate: '-0.50', time_seconds: '+41.5', tokens: '+3800' },
    });
    expect(shown(resultOf(JSON.stringify(written)))).toEqual(shown(resultOf(JSON.stringify(benchmark))));
  });

  test.each(['expectations', 'assertion_results'])('are read from a grading with %s', (list) => {
    const graded = [
      { text: 'Has a chart', passed: false, evidence: 'None found' },
      { text: 'Names it', passed: true, evidence: '' },
    ];
    const file = readResultFile(
      JSON.stringify({ [list]: graded, summary: { passed: 1, failed: 1, total: 2, pass_rate: 0.5 } }),
    );
    expect(file).toMatchObject({ kind: 'grading', grading: { score: 0.5 }, problems: [] });
    if (file.kind !== 'grading') return;
    expect(gradingExport(file.grading)).toEqual({
      expectations: graded,
      summary: { passed: 1, failed: 1, total: 2, pass_rate: 0.5 },
    });
  });
});

describe('runs that did not come to their end', () => {
  const result = resultOf(recorded('ended-early'));
  const endings = (of: EvaluationResult) => of.cases.map((it) => [it.name, ...caseEndings(it, of)]);

  test('say why, with what counts and what does not', () => {
    expect(endings(result)).toEqual([
      ...['busy', 'forbidden'].map((name) => {
        const said =
          name === 'busy'
            ? 'API Error: Request rejected (429) · This request would exceed your rate limit'
            : 'Failed to authenticate. API Error: 403 Your account does not have permission to use this model';
        return [name, ...['With', 'Without'].map((arm) => `${arm} plugin: Ended early, not graded: ${said}`)];
      }),
      [
        'guarded',
        'With plugin: 1 of 2 runs: aborted by the mock tracker/list_issues: the model\'s call violates expect: project = "prod" is not "demo"',
      ],
      ['long', ...['With', 'Without'].map((arm) => `${arm} plugin: Ended early: Reached maximum number of turns (1)`)],
      ['slow', ...['With', 'Without'].map((arm) => `${arm} plugin: Ended early: timed out after 3s`)],
      ['unfinished', '1 of 3 runs: stopped at the maximum cost, before a model judged it'],
    ]);
    // As the runner counts: a guard is a failure, and what the API rejected has no score.
    expect(shown(result).filter((line) => !line.startsWith('  '))).toEqual([
      'busy: error, undefined of 1 (1 ungraded), undefined of 1 (1 ungraded), undefined',
      'forbidden: error, undefined of 1 (1 ungraded), undefined of 1 (1 ungraded), undefined',
      'guarded: failed, 0.50 of 2, 1.00 of 2, -0.50',
      'long: error, 0.00 of 1, 0.00 of 1, 0.00',
      'slow: error, 0.00 of 1, 0.00 of 1, 0.00',
      'unfinished: failed, 0.50 of 3 (1 ungraded), undefined of 0, undefined',
    ]);
    // What no model was asked has no verdict.
    expect(shown(result)).toContain('  friendly llm: 0/2 0/0');
  });

  test('that were stopped have neither passed nor failed', () => {
    const interrupted = resultOf(recorded('interrupted'));
    expect(endings(interrupted).at(-1)).toEqual([
      'greets',
      'Stopped, not graded',
      'Stopped by the user after 1 of 2 runs',
    ]);
    expect(shown(interrupted).slice(-5)).toEqual([
      'greets: stopped, undefined of 1 (1 ungraded), undefined of 0, undefined',
      ...['friendly llm', 'names regex', 'only-with regex', 'skill tool_used'].map((name) => `  ${name}: 0/0 0/0`),
    ]);
    const cut = resultOf(recorded('cost-ceiling'));
    expect(endings(cut).at(-1)).toEqual(['greets', 'Stopped at the maximum cost after 1 of 2 runs']);
    expect(caseTables(cut).map(({ state }) => state)).toEqual(['failed', 'error', 'stopped']);
    // The user may have asked for fewer runs than the cases do: then the last one is whole.
    const fewer = JSON.parse(recorded('cost-ceiling'));
    for (const it of fewer.cases) it.runsPerCase = 3;
    expect(caseTables(resultOf(JSON.stringify(fewer))).at(-1)!.state).toBe('passed');
  });

  test('are in every export', () => {
    const guard = 'the model\'s call violates expect: project = "prod" is not "demo"';
    const root = parseXml(junitExport(result));
    expect(root.attributes).toMatchObject({ tests: '15', failures: '5', errors: '4', skipped: '2' });
    const messages = root.children.flatMap(({ attributes, children }) =>
      children.flatMap((test) => test.children.map((it) => [attributes.name, it.name, it.attributes.message])),
    );
    expect(messages).toContainEqual(['guarded', 'failure', `Aborted by the mock tracker/list_issues: ${guard}`]);
    expect(messages).toContainEqual(['slow', 'error', 'Ended early: timed out after 3s']);
    expect(messages).toContainEqual(['unfinished', 'skipped', 'Stopped at the maximum cost, before a model judged it']);
    const cut = parseXml(junitExport(resultOf(recorded('cost-ceiling')))).children.at(-1)!;
    expect(cut.children.at(-1)).toMatchObject({
      attributes: { name: 'run 2' },
      children: [{ name: 'skipped', attributes: { message: 'Stopped at the maximum cost' } }],
    });
    const textOf = (name: string) => markdownExport(resultOf(recorded(name))).replaceAll('\\', '');
    expect(textOf('ended-early')).toContain(
      `- With plugin: 1 of 2 runs: aborted by the mock tracker/list_issues: ${guard}`,
    );
    expect(textOf('ended-early')).toContain('**Stopped at the maximum cost, so not all cases are here.**');
    expect(textOf('not-authenticated')).toContain(
      '**Stopped because Claude Code could not authenticate, so not all cases are here.**',
    );
  });

  test('may have lacked the plugin or its servers, which is said first', () => {
    const lacking = JSON.parse(recorded('ended-early'));
    lacking.suite.plugins[0].problem = 'disabled_by_default';
    const { mocks } = lacking.cases[0].arms.with[0];
    expect(mocks.servers).toMatchObject([{ withheld: true }]);
    mocks.calls.unmocked = [{ tool: 'tracker/close', count: 2 }];
    const read = resultOf(JSON.stringify(lacking));
    expect(JSON.parse(JSON.stringify(aggregateExport(read)))).toEqual(lacking);
    const absent = 'The manifest of office has `defaultEnabled: false`, so the cases ran without the plugin.';
    expect(resultWarnings(read)).toEqual(['Stopped at the maximum cost, so not all cases are here.', absent]);
    expect(caseAdvice(read.cases[0]!, read)).toEqual([
      expect.stringMatching(/^mocks: "plugin:office:tracker" has no mock and is NOT started/),
      'tracker/close has no mock and was called 2 times',
    ]);
    expect(junitExport(read)).toContain('<property name="warning" value="The manifest of office has');
    expect(htmlExport(read)).toContain(`<p class="banner">${absent}</p>`);
    expect(benchmarkExport(read).notes).toContain(absent);
  });

  test('are no zeros in a benchmark, and neither is what is not known', () => {
    const written = JSON.parse(JSON.stringify(benchmarkExport(result)));
    const runs = written.runs.map((run: Record<string, unknown>) => [run.eval_name, run.configuration, run.run_number]);
    expect(runs).toEqual([
      ['guarded', 'with_skill', 1],
      ['guarded', 'with_skill', 2],
      ['guarded', 'without_skill', 1],
      ['guarded', 'without_skill', 2],
      ['long', 'with_skill', 1],
      ['long', 'without_skill', 1],
      ['slow', 'with_skill', 1],
      ['slow', 'without_skill', 1],
      ['unfinished', 'with_skill', 1],
      ['unfinished', 'with_skill', 2],
    ]);
    expect(written.runs[0]).toMatchObject({
      result: { pass_rate: 0, errors: 1, time_seconds: 4 },
      notes: [expect.stringMatching(/^Aborted by the mock tracker\/list_issues: the model's call/)],
    });
    expect(written.runs[0].result).not.toHaveProperty('tokens');
    expect(written.run_summary.with_skill.pass_rate).toEqual({ mean: 0.3333, stddev: 0.4082, min: 0, max: 1 });
    expect(written.run_summary.with_skill).not.toHaveProperty('tokens');
    expect(Object.keys(written.run_summary.delta)).toEqual(['pass_rate', 'time_seconds']);
    expect(written.notes).toEqual([
      'Stopped at the maximum cost, so not all cases are here.',
      ...['busy, with_skill', 'busy, without_skill'].map(
        (run) =>
          `${run}, run 1 is left out: ended early, not graded: API Error: Request rejected (429) · This request would exceed your rate limit`,
      ),
      ...['forbidden, with_skill', 'forbidden, without_skill'].map(
        (run) =>
          `${run}, run 1 is left out: ended early, not graded: Failed to authenticate. API Error: 403 Your account does not have permission to use this model`,
      ),
      'unfinished, with_skill, run 3 is left out: stopped at the maximum cost, before a model judged it',
    ]);
  });
});

describe('what breaks a format', () => {
  test('is said where it is', () => {
    expect(
      problemsOf(
        '{"schemaVersion": 2, "costUsd": "much", "cases": [7, {"name": "c", "arms": {"with": [{"score": true, "graders": [{"name": "g"}]}]}}]}',
      ),
    ).toEqual([
      '2 | Only version 1 of the format is known, so something may be missing: update Skillwright',
      '"much" | `costUsd` is not a number, so it is left out: correct it, or run again',
      '7 | `cases[0]` is not an object, so it is left out: run again',
      'true | `cases[1].arms.with[0].score` is not a number, so it is left out: correct it, or run again',
      '{ | The grader has no `passed`, so its verdict is not known: run again',
    ]);
  });

  test('is said of what the viewer of skill-creator does not read', () => {
    expect(
      problemsOf(
        '{"runs": [{"eval_id": 1, "config": "with_skill", "pass_rate": 1, "expectations": [{"name": "a", "met": true, "details": "b"}]}]}',
      ),
    ).toEqual([
      '"with_skill" | The viewer of skill-creator does not read `config`: rename it to `configuration`',
      '1 | The viewer of skill-creator reads `pass_rate` only in `result`: move it there',
      '"a" | The viewer of skill-creator does not read `name`: rename it to `text`',
      'true | The viewer of skill-creator does not read `met`: rename it to `passed`',
      '"b" | The viewer of skill-creator does not read `details`: rename it to `evidence`',
    ]);
    expect(
      problemsOf('{"expectations": [{"text": "a", "passed": true}], "summary": {"passed": 2, "total": 2}}')[0],
    ).toContain('The summary says that 2 of 2 passed, but in the list it is 1 of 1');
  });

  test('a file that was cut off is read up to there', () => {
    const text = recorded('with-and-without');
    const cut = text.slice(0, text.indexOf('"name": "turns"'));
    expect(problemsOf(cut).at(-1)).toContain('The file is not valid JSON here, so only what comes before is read');
    expect(shown(resultOf(cut)).slice(0, 3)).toEqual(shown(resultOf(text)).slice(0, 3));
  });

  test('another file is not taken for a result', () => {
    for (const text of ['', '[]', 'null', '{}', '{"a": 1}', 'text', '"cases"']) {
      expect(readResultFile(text).kind).toBe('unknown');
      expect(readResultFile(text).problems, text).toHaveLength(1);
    }
  });

  test('thousands of problems, deep nesting and long texts stay bounded', () => {
    const many = JSON.stringify({ cases: Array.from({ length: 200_000 }, () => 1) });
    expect(readResultFile(many).problems).toHaveLength(51);
    const deep = `{"cases": ${'['.repeat(100_000)}${']'.repeat(100_000)}, "costUsd": "a"}`;
    expect(problemsOf(deep).at(-1)).toContain('"a" | `costUsd` is not a number');
    const arms = JSON.stringify({
      runs: Array.from({ length: 5000 }, (_, index) => ({ eval_id: index, config: `c${index}` })),
    });
    expect(resultOf(arms).cases).toHaveLength(5000);
  });

  test('ranges are found in texts of any shape', () => {
    const text = '\uFEFF{"a~/b": [{"c": "x,]"}, {"c": 1, "c": {"d": null}}], "e": {}}';
    const at = (...wanted: (string | number)[]) => {
      const [range] = rangesIn(text, [wanted]);
      return text.slice(range!.start, range!.end);
    };
    expect([at('a~/b', 0, 'c'), at('a~/b', 1, 'c', 'd'), at('e', 'missing'), at('none')]).toEqual([
      '"x,]"',
      'null',
      '{',
      '\uFEFF',
    ]);
  });
});

describe('an earlier result', () => {
  test('is the old version next to the new one', () => {
    const now = resultOf(recorded('with-and-without'));
    const then = resultOf(recorded('cost-ceiling'));
    const compared = withOldVersion(now, then);
    expect(armsOf(compared)).toEqual(['with', 'without', 'old']);
    expect(shown(compared)).toContain('  names regex: 2/2 0/2 1/1');
    // Comparing again replaces it.
    expect(withOldVersion(compared, then)).toEqual(compared);
    // The format of the runner has no arm for it.
    expect(aggregateExport(compared)).toEqual(aggregateExport(now));
  });
});

describe('exports', () => {
  test('JUnit fails for what counts, and only with the plugin', () => {
    const root = parseXml(junitExport(resultOf(recorded('with-and-without'))));
    expect(root.attributes).toMatchObject({ name: 'office', tests: '15', failures: '5', errors: '2', skipped: '0' });
    const broken = root.children.find(({ attributes }) => attributes.name === 'broken')!;
    const [test1] = broken.children.filter(({ name }) => name === 'testcase');
    expect(test1!.children[0]).toMatchObject({
      name: 'error',
      attributes: { message: 'Ended early, not graded: API Error: 400 Something is wrong' },
    });
  });

  test('one format becomes the other', () => {
    const fromEval = benchmarkExport(resultOf(recorded('with-and-without')));
    const again = resultOf(JSON.stringify(fromEval));
    expect(again.cases.map(({ name }) => name)).toEqual(['baselined', 'greets', 'turns', 'writes']);
    expect(armsOf(again)).toEqual(['with_skill', 'without_skill']);
    const fromBenchmark = resultOf(JSON.stringify(aggregateExport(resultOf(JSON.stringify(benchmark)))));
    expect(fromBenchmark.cases[0]!.runs[0]).toMatchObject({ arm: 'with', score: 0.5, passed: false });
  });

  test('a page permits its own style alone', () => {
    const hash = createHash('sha256').update(pageStyle).digest('base64');
    expect(pageStyleHash).toBe(`sha256-${hash}`);
    const page = htmlExport(resultOf(recorded('with-and-without')));
    expect(page).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
    expect(page).toContain(`<style>${pageStyle}</style>`);
    // Nothing is loaded, and nothing leads out of the page.
    expect(page).not.toMatch(/<script|<link|\bsrc=|url\(|@import|href="(?!#case-\d+")/);
  });

  test('show every text literally', () => {
    const hostile = '<b>|`x`\n# [a](javascript:b) ]]> & "q" \u001b[31m\u202e\ud800';
    const text = JSON.stringify({
      suite: { plugins: [{ name: hostile, version: hostile }] },
      cases: [
        {
          name: hostile,
          advisories: [hostile],
          arms: { with: [{ error: hostile, graders: [{ name: hostile, passed: false, explanation: hostile }] }] },
        },
      ],
    });
    expect(() => parseXml(junitExport(resultOf(text)))).not.toThrow();
    const lines = markdownExport(resultOf(text)).split('\n');
    expect(lines.filter((line) => /^#+ /.test(line))).toHaveLength(2);
    // Every row has as many cells as its head.
    for (const line of lines.filter((it) => it.startsWith('|'))) {
      expect(line.split(/(?<!\\)\|/)).toHaveLength(line.includes('Grader') || lines.indexOf(line) > 8 ? 4 : 6);
    }
  });
});

test('texts in Markdown are shown literally, with few backslashes', () => {
  const readable = 'Run 2026-11-29T04:16 of pdf_tools (v1.2): "a + b", it is done! See skills/pdf/SKILL.md & more';
  expect(readableMarkdown(readable)).toBe(readable);
  const parser = new MarkdownIt({ html: true, linkify: false });
  const pieces = [
    'a',
    '1',
    '12',
    ' ',
    '.',
    ')',
    '-',
    '+',
    '=',
    '*',
    '_',
    '`',
    '#',
    '>',
    '<b>',
    '</b>',
    '<!--',
    '[a](b)',
    '![',
    ']:',
    '~~',
    '|',
    '\\',
    '&amp;',
    '&',
    '!',
    '---',
    '://',
    'www.',
    '@',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('').trim();
      fc.pre(text !== '');
      for (const [place, type] of [
        ['', 'paragraph_open'],
        ['- ', 'bullet_list_open'],
        ['## ', 'heading_open'],
      ]) {
        const tokens = parser.parse(`${place}${readableMarkdown(text)}\n`, {});
        expect(tokens[0]!.type).toBe(type);
        const [inline, ...others] = tokens.filter((token) => token.type === 'inline');
        expect(others).toEqual([]);
        expect(inline!.children!.every((token) => token.type === 'text' || token.type === 'text_special')).toBe(true);
        expect(inline!.children!.map(({ content }) => content).join('')).toBe(text.replace(/ +/g, ' '));
      }
    }),
  );
});

/** Values where results have them, and others. */
const scalars = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('with', 'passed', '__proto__', '\ud800', '|', '`', '-->', ']]>'),
);

const keys = fc.constantFrom(
  'cases',
  'arms',
  'with',
  'without',
  'graders',
  'name',
  'passed',
  'explanation',
  'scored',
  'withOnly',
  'weight',
  'score',
  'error',
  'aborted',
  'skippedPaidGraders',
  'runsPerCase',
  'runs',
  'eval_id',
  'configuration',
  'config',
  'result',
  'pass_rate',
  'expectations',
  'assertion_results',
  'text',
  'evidence',
  'summary',
  'total',
  'metadata',
  'skill_name',
  'notes',
  'aggregates',
  'delta',
  'suite',
  'plugins',
  'advisories',
  'config',
  'type',
  'run_number',
  'partial',
  'partialReason',
  'schemaVersion',
  '__proto__',
  'constructor',
); // prettier-ignore

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 8 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** A recorded result in which some values are others. */
const changed = fc
  .tuple(fc.constantFrom('with-and-without', 'interrupted'), fc.array(fc.tuple(fc.nat(), values), { maxLength: 6 }))
  .map(([name, changes]) => {
    const text = recorded(name);
    let at = 0;
    const count = (text.match(/"[a-zA-Z]+":/g) ?? []).length;
    const wanted = new Map(changes.map(([place, value]) => [place % count, value]));
    return JSON.stringify(JSON.parse(text, (_key, value) => (wanted.has(++at) ? wanted.get(at) : value)));
  });

test('nothing throws, ranges are in the text, and exports are valid', () => {
  const texts = fc.oneof(
    values.map((value) => JSON.stringify(value)),
    changed,
    fc.tuple(changed, fc.nat()).map(([text, end]) => text.slice(0, end % text.length)),
    fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"cases"', '"runs"', '1', 'true', ' ', '"') }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const file = readResultFile(text);
      for (const { range } of file.problems) {
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThanOrEqual(text.length);
      }
      if (file.kind !== 'result') return;
      const { result } = file;
      parseXml(junitExport(result));
      markdownExport(result);
      htmlExport(result);
      for (const exported of [aggregateExport(result), benchmarkExport(result)]) {
        const again = readResultFile(JSON.stringify(exported));
        expect(again.kind).toBe('result');
        // What was tolerated is not written again.
        expect(again.problems.filter(({ isLost }) => isLost)).toEqual([]);
      }
    }),
    { numRuns: runs(400) },
  );
});
