import { expect, test } from 'vitest';
import type { Comparison } from '../bench/comparison.ts';
import { grownRatios } from '../bench/grown-ratios.ts';

const start = (ms: number): Comparison => ({
  title: 'Start',
  unit: 'ms',
  rows: [
    { name: 'node', samples: [90, 100, 110] },
    { name: 'skillwright', samples: [ms, ms, 10 * ms] },
  ],
});

test('a ratio may grow by a third, whatever single runs take', () => {
  const seen = { Start: { skillwright: 1.5 } };
  expect(grownRatios([start(199)], seen)).toEqual([]);
  expect(grownRatios([start(201)], seen)).toEqual([
    'Grown by more than a third: Start: skillwright takes 2.01 ×, before 1.5 ×',
  ]);
  expect(grownRatios([start(900)], {})).toEqual([]);
});
