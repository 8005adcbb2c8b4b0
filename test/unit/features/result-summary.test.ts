import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judgedLines } from '../../../server/src/cli/evaluations/reports/judged-text.ts';
import { coloursFor } from '../../../server/src/cli/terminal/terminal.ts';
import { readRecordedResult, resultOfCase } from '../../../server/src/evaluation/grading/recorded-result.ts';
import { withOldVersion } from '../../../server/src/evaluation/results/compare-results.ts';
import type { EvaluationResult } from '../../../server/src/evaluation/results/evaluation-result.ts';
import { readResultFile } from '../../../server/src/evaluation/results/read-result.ts';
import { resultStatistics } from '../../../server/src/evaluation/statistics/result-statistics.ts';
import { benchmarkExport } from '../../../server/src/jobs/evaluations/results/benchmark-export.ts';
import { findResults } from '../../../server/src/jobs/evaluations/results/find-results.ts';
import { markdownExport } from '../../../server/src/jobs/evaluations/results/markdown-export.ts';
import { resultPage } from '../../../server/src/jobs/evaluations/results/result-page.ts';
import { comparedWithEarlier } from '../../../server/src/jobs/evaluations/results/shown-history.ts';
import { passRate } from '../../../server/src/jobs/evaluations/results/summary/case-counts.ts';
import { earlierResults } from '../../../server/src/jobs/evaluations/results/summary/earlier-results.ts';
import { judgedOutput } from '../../../server/src/jobs/evaluations/results/summary/judged-output.ts';
import {
  comparisonText,
  flakyListText,
} from '../../../server/src/jobs/evaluations/results/summary/statistics-words.ts';
import { memoryFileSystem } from '../memory-file-system.ts';

interface WrittenCase {
  readonly passed: readonly boolean[];
  readonly without?: readonly boolean[];
  readonly model?: string;
}

function resultWith(cases: Readonly<Record<string, WrittenCase>>, suite: object = {}): EvaluationResult {
  const run = (passed: boolean) => ({
    score: passed ? 1 : 0.5,
    passed,
    costUsd: 0.02,
    durationSeconds: 3,
    graders: [{ name: 'says', passed }],
  });
  const file = readResultFile(
    JSON.stringify({
      schemaVersion: 1,
      startedAt: '2026-11-25T10:00:00.000Z',
      suite: { plugins: [{ name: 'office' }], ...suite },
      cases: Object.entries(cases).map(([name, { passed, without, model }]) => ({
        name,
        dir: `evals/${name}`,
        model,
        arms: { with: passed.map(run), ...(without && { without: without.map(run) }) },
      })),
    }),
  );
  return file.kind === 'result' ? file.result : expect.fail('Not a result');
}

const place = { path: '/office/evals/results/2/aggregate-result.json', kind: 'file', suite: '/office/evals' } as const;
const pageOf = (result: EvaluationResult) =>
  resultPage({ place: { ...place, owner: '/office' }, result, problems: [] }, undefined);
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('the summary of a result', () => {
  test('names the cases that changed since the last time that each was run', () => {
    const now = resultWith({ greets: { passed: [true] }, writes: { passed: [false] }, asks: { passed: [true] } });
    const lastTime = resultWith({ writes: { passed: [true] } });
    const before = resultWith({ greets: { passed: [false] }, writes: { passed: [false] } });
    expect(comparedWithEarlier(now, [lastTime, before])).toEqual({
      changes: 'Since last time: greets now passes; writes no longer passes',
    });
    expect(comparedWithEarlier(now, [now])).toEqual({ changes: 'Since last time: no change' });
    expect(comparedWithEarlier(now, [])).toEqual({});
  });

  test('does not take another model for a change', () => {
    const named = (modelOverride: string, passed: readonly boolean[]) =>
      resultWith({ greets: { passed } }, { modelOverride });
    const now = named('haiku', [false]);
    expect(comparedWithEarlier(now, [named('opus', [true])]).changes).toBeUndefined();
    expect(comparedWithEarlier(now, [named('opus', [true]), named('haiku', [true])]).changes).toBe(
      'Since last time: greets no longer passes',
    );
  });

  test('notes that an old version had another model', () => {
    const named = (modelOverride?: string) =>
      resultWith({ greets: { passed: [true] }, writes: { passed: [true] } }, { modelOverride });
    expect(withOldVersion(named('haiku'), named('haiku')).notes).toEqual([]);
    expect(withOldVersion(named('haiku'), named('opus')).notes).toEqual([
      'The old version was run with another model: opus',
    ]);
    expect(withOldVersion(named('haiku'), named()).notes).toEqual([
      'The old version was run with another model: the default',
    ]);
  });

  test('of a case that nobody has judged says nothing about it', () => {
    const open = readResultFile('{"cases": [{"name": "greets", "dir": "evals/greets", "arms": {"with": [{}]}}]}');
    const now = resultWith({ greets: { passed: [true] } });
    expect(open.kind === 'result' && comparedWithEarlier(now, [open.result])).toEqual({});
  });

  test('has a row for each model, of its newest result', () => {
    const named = (modelOverride: string, passed: readonly boolean[]) =>
      resultWith({ greets: { passed } }, { modelOverride });
    const { models } = comparedWithEarlier(named('sonnet', [true, false]), [
      named('haiku', [false]),
      named('sonnet', [true]),
      resultWith({ greets: { passed: [true], model: 'opus' }, writes: { passed: [true] } }),
    ]);
    expect(models?.rows.map((cells) => plain(cells.slice(0, 7).join(' | ')))).toEqual([
      'sonnet | 1 | 1 of 2 | 50 % (9–91 %) | 0.75 | $0.02 | 3 s',
      'haiku | 1 | 0 of 1 | 0 % | 0.50 | $0.02 | 3 s',
      'opus | 1 | 1 of 1 | 100 % | 1.00 | $0.02 | 3 s',
      'default | 1 | 1 of 1 | 100 % | 1.00 | $0.02 | 3 s',
    ]);
    expect(comparedWithEarlier(named('sonnet', [true]), [named('sonnet', [false])]).models).toBeUndefined();
  });

  test('is of results before it, but not of those of old versions', async () => {
    const written = (name: string) => `{"cases": [], "suite": {"plugins": [{"name": "${name}"}]}}`;
    const files = memoryFileSystem({
      '/office/.claude-plugin/plugin.json': '{"name": "office"}',
      '/office/evals/results/1/aggregate-result.json': written('first'),
      '/office/evals/results/2/aggregate-result.json': '{ broken',
      '/office/evals/results/3/aggregate-result.json': written('third'),
      '/office/evals/results/4/aggregate-result.json': written('fourth'),
      '/office/evals/results/old-versions/2-at-0123456789ab/aggregate-result.json': written('old'),
    });
    const { places } = await findResults('/office', files);
    const earlierOf = async (path: string) =>
      (await earlierResults(places.find((it) => it.path.includes(path))!, places, files)).map(({ subject }) => subject);
    expect(await earlierOf('results/4/')).toEqual(['third', 'first']);
    expect(await earlierOf('results/1/')).toEqual([]);
    expect(await earlierOf('old-versions/')).toEqual([]);
  });

  test('has the mean of the pass rates of the cases, and what ended early has not passed', () => {
    const rated = resultWith({ a: { passed: [true, true, true, false] }, b: { passed: [false], without: [true] } });
    expect(passRate(rated)).toBe(0.375);
    const died = readResultFile('{"cases": [{"name": "a", "arms": {"with": [{"error": "exit 1", "graders": []}]}}]}');
    expect(died.kind === 'result' && passRate(died.result)).toBe(0);
    expect(passRate(resultWith({}))).toBeUndefined();
  });
});

describe('statistics in words', () => {
  const many = (times: number, value: boolean) => Array.from({ length: times }, () => value);
  const said = (result: EvaluationResult) =>
    resultStatistics(result)!.comparisons.map((it) => {
      const { verdict, why } = comparisonText(it, result);
      return `${verdict}: ${why}`;
    });

  test('say better, worse or no difference, with how many runs, and how many more would tell', () => {
    expect(said(resultWith({ a: { passed: many(6, true), without: many(6, false) } }))).toEqual([
      'Better with the plugin than without it: score +0.50, p = 0.002, from 12 runs of 1 case',
    ]);
    expect(said(resultWith({ a: { passed: many(9, false), without: many(9, true) } }))).toEqual([
      'Worse with the plugin than without it: score -0.50, p < 0.001, from 18 runs of 1 case',
    ]);
    expect(said(resultWith({ a: { passed: many(3, true), without: many(3, false) } }))).toEqual([
      'No difference between with and without the plugin seen: score +0.50, p = 0.10, with 3 runs of each case; about 1 more of each would tell',
    ]);
    expect(said(resultWith({ a: { passed: many(3, true), without: many(3, true) } }))).toEqual([
      'No difference between with and without the plugin seen: score 0.00, p = 1.00, with 3 runs of each case; even 50 of each would hardly tell',
    ]);
  });

  test('are only where runs were repeated', () => {
    const once = resultWith({ a: { passed: [true], without: [false] } });
    expect(pageOf(once).statistics).toBeUndefined();
    expect(pageOf(once).cases[0]!.statistics).toBeUndefined();
    expect(benchmarkExport(once)).not.toHaveProperty('statistics');
    expect(markdownExport(once)).not.toContain('Repeated runs');
  });

  test('are on the page, for all cases and for each', () => {
    const wavers = [true, false, true, true];
    const result = resultWith({
      a: { passed: wavers, without: many(4, false) },
      b: { passed: many(4, true), without: many(4, false) },
    });
    const { summary, statistics, cases } = pageOf(result);
    expect(summary).toBe('1 of 2 cases passed, 1 failed');
    expect(statistics!.arms.columns.map(({ name }) => name)).toEqual([
      'Runs',
      'Passed',
      'Pass rate (95 %)',
      'pass@3',
      'pass^3',
      'Score',
      'Cost',
      'Time',
    ]);
    expect(statistics!.arms.rows.map((cells) => plain(cells.slice(0, 6).join(' | ')))).toEqual([
      'With plugin | 7 of 8 | 88 % (53–98 %) | 100 % | 63 % | 0.94 ± 0.18',
      'Without plugin | 0 of 8 | 0 % (0–32 %) | 0 % | 0 % | 0.50 ± 0.00',
    ]);
    expect(statistics!.flaky).toEqual(['says in a (3 of 4 passed)']);
    expect(cases.map(({ delta, graders }) => [delta, graders[0]!.notes])).toEqual([
      ['+0.38', ['flaky']],
      // Of two cases, one is only said to be better if that is rarer than by chance in either.
      ['+0.50', []],
    ]);
    expect(plain(cases[0]!.statistics!.rows[0]![2])).toBe('75 % (30–95 %)');
    expect(markdownExport(result)).toContain('- Flaky graders: says in a (3 of 4 passed)');
  });

  test('of many flaky graders name the first', () => {
    const cases = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, { passed: [true, false] }]));
    expect(flakyListText(resultStatistics(resultWith(cases))!.flaky)).toMatch(
      /^says in c0 .* in c4 \(1 of 2 passed\), 7 more$/,
    );
  });
});

describe('what a model as judge saw', () => {
  const recorded = readFileSync(
    new URL('../../fixtures/evaluation-results/with-and-without.json', import.meta.url),
    'utf8',
  );
  const uncoloured = coloursFor({ isTTY: false } as NodeJS.WriteStream);
  const judgedBy = (change: (grader: Record<string, unknown>) => void) => {
    const written = JSON.parse(recorded);
    const greets = written.cases.find(({ name }: { name: string }) => name === 'greets');
    change(greets.arms.with[1].graders[0]);
    const file = readResultFile(JSON.stringify(written));
    return file.kind === 'result'
      ? file.result.cases.find(({ name }) => name === 'greets')!
      : expect.fail('Not a result');
  };

  test('is shown where it failed a run, or did not agree with itself', () => {
    const failed = judgedBy((grader) => Object.assign(grader, { passed: false, evidence: 'Go\u001b[31m\naway.' }));
    expect(judgedLines(judgedOutput(failed, 'friendly'), uncoloured)).toEqual([
      '          Asked: The greeting is friendly',
      expect.stringMatching(/^ {10}Saw in run 2: Go.*away\.$/),
    ]);
    expect(judgedLines(judgedOutput(failed, 'friendly'), uncoloured).join('')).not.toContain('\u001b');
    const disagreed = judgedBy((grader) => Object.assign(grader, { judgeVotes: [true, false, true] }));
    expect(judgedLines(judgedOutput(disagreed, 'friendly'), uncoloured)[1]).toBe(
      '          Saw in run 2: hello Alex, hello Bob!',
    );
  });

  test('is not shown where it passed, or where no model was asked', () => {
    const passed = judgedBy(() => {});
    expect(judgedLines(judgedOutput(passed, 'friendly'), uncoloured)).toEqual([]);
    expect(judgedOutput(passed, 'names')).toBeUndefined();
  });

  test('costs what its run cost, which is not added to it again', () => {
    const { runs } = resultOfCase(readRecordedResult(recorded)!, '/office/evals/greets')!;
    expect(runs.map(({ cost }) => cost)).toEqual([0.032, 0.032, 0.0256, 0.0256].map((cost) => expect.closeTo(cost, 9)));
  });
});
