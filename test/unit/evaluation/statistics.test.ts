import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EvaluationResult } from '../../../server/src/evaluation/results/evaluation-result.ts';
import { readResultFile } from '../../../server/src/evaluation/results/read-result.ts';
import { passAtLeastOnce, passEveryTime } from '../../../server/src/evaluation/statistics/pass-estimates.ts';
import { type CaseScores, permutationTest } from '../../../server/src/evaluation/statistics/permutation-test.ts';
import { resultStatistics } from '../../../server/src/evaluation/statistics/result-statistics.ts';
import { runsThatTell } from '../../../server/src/evaluation/statistics/runs-that-tell.ts';
import { wilsonInterval } from '../../../server/src/evaluation/statistics/wilson-interval.ts';

/** What SciPy and exact fractions make of random results; `make-tables.py` next to it wrote it. */
const tables = readFileSync(new URL('../../fixtures/evaluation-statistics/tables.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

function resultOf(written: object): EvaluationResult {
  const file = readResultFile(JSON.stringify(written));
  return file.kind === 'result' ? file.result : expect.fail('Not a result');
}

/** A result with one grader per run; each case has the outcomes of its arms. */
function resultWith(cases: readonly { with: readonly boolean[]; without?: readonly boolean[] }[]): EvaluationResult {
  const run = (passed: boolean) => ({ score: passed ? 1 : 0, passed, graders: [{ name: 'says', passed }] });
  return resultOf({
    schemaVersion: 1,
    cases: cases.map((arms, index) => ({
      name: `case-${index}`,
      arms: { with: arms.with.map(run), ...(arms.without && { without: arms.without.map(run) }) },
    })),
  });
}

const many = (times: number, value: boolean) => Array.from({ length: times }, () => value);

/** Numbers of a table within what floating point numbers lose. */
function close(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 9);
  if (Array.isArray(value)) return value.map(close);
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, close(of)]));
}

describe('statistics of repeated runs', () => {
  test.each(tables.map((table, index) => [index + 1, table]))(
    'are those of table %i',
    (_, { result, arms, comparison }) => {
      const found = resultStatistics(resultOf(result));
      expect(found?.arms ?? []).toMatchObject(arms.map(close));
      expect(found?.comparisons ?? []).toMatchObject(comparison ? [close(comparison)] : []);
    },
  );

  test('are none of one run, and one run never decides', () => {
    expect(
      resultStatistics(resultWith(many(40, true).map(() => ({ with: [true], without: [false] })))),
    ).toBeUndefined();
    const onlyOneIsRepeated = resultStatistics(resultWith([{ with: many(9, true), without: [false] }]))!;
    expect(onlyOneIsRepeated.arms.map(({ arm, runs }) => [arm, runs])).toEqual([['with', 9]]);
    expect(onlyOneIsRepeated.comparisons).toEqual([]);
  });

  test('do not count what ended before it was graded', () => {
    const died = { score: 0, passed: false, error: 'API Error: 529', graders: [] };
    const passed = { score: 1, passed: true, graders: [{ name: 'says', passed: true }] };
    const { arms } = resultStatistics(
      resultOf({ schemaVersion: 1, cases: [{ name: 'a', arms: { with: [died, passed, passed, died] } }] }),
    )!;
    expect(arms).toMatchObject([{ runs: 2, passed: 2, tries: [{ once: 1 }, { tries: 2, always: 1 }] }]);
  });

  test('say better, worse or nothing, and how many runs would tell', () => {
    const verdict = (...cases: Parameters<typeof resultWith>[0]) => {
      const [it] = resultStatistics(resultWith(cases))!.comparisons;
      return [it!.verdict, it!.runsThatTell];
    };
    // Three runs of one case cannot tell, whatever they say.
    expect(verdict({ with: many(3, true), without: many(3, false) })).toEqual(['noneSeen', 4]);
    expect(verdict({ with: many(4, true), without: many(4, false) })).toEqual(['better', undefined]);
    expect(verdict({ with: many(4, false), without: many(4, true) })).toEqual(['worse', undefined]);
    const three = { with: many(3, true), without: many(3, false) };
    expect(verdict(three, three)).toEqual(['better', undefined]);
    expect(verdict({ with: many(5, true), without: many(5, true) })).toEqual(['noneSeen', undefined]);
  });

  test('of one of many cases need more than of one alone', () => {
    const clear = { with: many(4, true), without: many(4, false) };
    const alike = { with: [true, false, true, false], without: [true, false, true, false] };
    const result = resultWith([clear, ...many(4, true).map(() => alike)]);
    const verdicts = [...resultStatistics(result)!.byCase.values()].flatMap(({ comparisons }) =>
      comparisons.map(({ verdict }) => verdict),
    );
    expect(verdicts).toEqual(many(5, true).map(() => 'noneSeen'));
    const alone = resultStatistics({ ...result, cases: result.cases.slice(0, 1) })!;
    expect([...alone.byCase.values()][0]!.comparisons[0]!.verdict).toBe('better');
  });

  test('name graders that differ between runs, and models that disagree with themselves', () => {
    const run = (passed: boolean, judgeVotes?: readonly boolean[]) => ({
      passed,
      graders: [
        { name: 'steady', passed: true },
        { name: 'wavers', passed, ...(judgeVotes && { judgeVotes }) },
      ],
    });
    const runs = [run(true, [true, false, true]), run(false, [false, false, false]), run(true)];
    const result = resultOf({ schemaVersion: 1, cases: [{ name: 'a', arms: { with: runs, without: runs } }] });
    expect(resultStatistics(result)!.flaky).toMatchObject([
      { name: 'wavers', arm: 'with', passed: 2, failed: 1, disagreements: 1 },
    ]);
  });
});

const outcomes = (most: number) => fc.array(fc.boolean(), { minLength: 2, maxLength: most });
const grades = fc.array(fc.constantFrom(0, 0.25, 1 / 3, 0.5, 2 / 3, 1), { minLength: 1, maxLength: 4 });

describe('random statistics', () => {
  test('have intervals whose ends are where the runs are just unlikely enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }), (runs, share) => {
        const passed = Math.round(runs * share);
        const { low, high } = wilsonInterval(passed, runs);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low <= passed / runs && passed / runs <= high && low < high).toBe(true);
        // The definition of the interval, which its formula solves.
        for (const end of [passed > 0 ? low : undefined, passed < runs ? high : undefined]) {
          if (end === undefined) continue;
          const deviations = Math.abs(passed / runs - end) / Math.sqrt((end * (1 - end)) / runs);
          expect(deviations).toBeCloseTo(1.959964, 5);
        }
      }),
    );
  });

  test('estimate tries as if every draw of runs was made', () => {
    fc.assert(
      fc.property(outcomes(9), fc.nat(), (runs, seed) => {
        const tries = 1 + (seed % runs.length);
        const draws = subsets(runs, tries);
        const share = (holds: (of: readonly boolean[]) => boolean) => draws.filter(holds).length / draws.length;
        const passed = runs.filter(Boolean).length;
        expect(passAtLeastOnce(passed, runs.length, tries)).toBeCloseTo(
          share((of) => of.some(Boolean)),
          9,
        );
        expect(passEveryTime(passed, runs.length, tries)).toBeCloseTo(
          share((of) => of.every(Boolean)),
          9,
        );
      }),
    );
  });

  test('compare arms as if all scores were dealt out in every way', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ first: grades, second: grades }), { minLength: 1, maxLength: 3 }), (cases) => {
        expect(permutationTest(cases).probability).toBeCloseTo(probabilityOfAllDeals(cases), 9);
      }),
      { numRuns: 60 },
    );
  });

  test('change sides with the arms, and do not depend on the order of cases and runs', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ first: grades, second: grades }), { minLength: 1, maxLength: 6 }), (cases) => {
        const one = permutationTest(cases);
        const other = permutationTest(cases.map(({ first, second }) => ({ first: second, second: first })));
        expect(other.difference).toBeCloseTo(-one.difference, 9);
        expect(other.probability).toBeCloseTo(one.probability, 9);
        const turned = cases.toReversed().map(({ first, second }) => ({ first: first.toReversed(), second }));
        expect(permutationTest(turned).probability).toBeCloseTo(one.probability, 9);
      }),
      { numRuns: 30 },
    );
  });

  test('of arms that are alike are rarely called different', () => {
    const random = randomNumbers(7);
    let different = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const cases = Array.from({ length: 3 }, () => {
        const ability = random();
        const draw = () => Array.from({ length: 5 }, () => Number(random() < ability));
        return { first: draw(), second: draw() };
      });
      if (permutationTest(cases).probability <= 0.05) different++;
    }
    expect(different / 2000).toBeLessThan(0.05);
  });

  test('tell the difference with about as many runs as they say', () => {
    const random = randomNumbers(11);
    const draw = (runs: number, ability: number) => Array.from({ length: runs }, () => Number(random() < ability));
    for (const abilities of [
      [[0.9, 0.4]],
      [
        [0.9, 0.5],
        [0.8, 0.5],
      ],
      [
        [0.6, 0.1],
        [0.9, 0.9],
        [0.7, 0.3],
      ],
    ]) {
      // As many runs of each as show exactly these shares.
      const seen = abilities.map(([a, b]) => ({ first: shares(a!), second: shares(b!) }));
      const runs = runsThatTell(seen);
      let told = 0;
      for (let trial = 0; trial < 400; trial++) {
        const cases = abilities.map(([a, b]) => ({ first: draw(runs, a!), second: draw(runs, b!) }));
        if (permutationTest(cases).probability <= 0.05) told++;
      }
      expect(told / 400, `${runs} runs`).toBeGreaterThan(0.7);
      expect(told / 400, `${runs} runs`).toBeLessThan(0.92);
    }
  });

  test('of very many runs take no time, and go on where the exact ones end', () => {
    const scores = (runs: number, share: number) => Array.from({ length: runs }, (_, at) => Number(at < runs * share));
    const huge = { first: scores(5000, 0.52), second: scores(5000, 0.5) };
    // z = 0.02 / sqrt(2 * 0.51 * 0.49 / 5000)
    expect(permutationTest([huge]).probability).toBeCloseTo(0.04548, 3);
    const exact = permutationTest([{ first: scores(240, 0.55), second: scores(240, 0.5) }]).probability;
    expect(exact).toBeGreaterThan(0.27);
    expect(exact).toBeLessThan(0.34);
  });
});

function shares(share: number): number[] {
  return Array.from({ length: 10 }, (_, index) => Number(index < Math.round(share * 10)));
}

/** Every choice of some of the values, by their places. */
function subsets<Value>(values: readonly Value[], size: number): Value[][] {
  if (size === 0) return [[]];
  return values.flatMap((value, index) => subsets(values.slice(index + 1), size - 1).map((rest) => [value, ...rest]));
}

/** Of all ways to deal the scores of all cases out, twice the share that differs as much to one side. */
function probabilityOfAllDeals(cases: readonly CaseScores[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  let sums = [0];
  for (const { first, second } of cases) {
    const all = [...first, ...second];
    const places = subsets([...all.keys()], first.length);
    const differences = places.map((chosen) => {
      const others = all.filter((_, index) => !chosen.includes(index));
      return mean(chosen.map((index) => all[index]!)) - mean(others);
    });
    sums = sums.flatMap((sum) => differences.map((difference) => sum + difference));
  }
  const observed = cases.reduce((sum, { first, second }) => sum + mean(first) - mean(second), 0);
  const above = sums.filter((sum) => sum >= observed - 1e-9).length;
  const below = sums.filter((sum) => sum <= observed + 1e-9).length;
  return Math.min(1, (2 * Math.min(above, below)) / sums.length);
}

/** The same numbers from 0 to 1 in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
