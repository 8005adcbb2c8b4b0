import { describe, expect, test } from 'vitest';
import { causesOf, changedParts, groupDifferences, judge, patternOf } from '../../record/group-differences.ts';
import { storedCase } from './stored-case.ts';

test('cases that differ in the same way are one group, the largest first', () => {
  const judged = ['a', 'b', 'c', 'd'].map((id) => {
    const differs = { exit: 0, model: id === 'c' ? 'other' : 'new', result: id };
    const answers = { key: id, answers: id === 'd' ? [{ exit: 0, model: 'old', result: id }] : [differs, differs] };
    return judge(storedCase({ exit: 0, model: 'old', result: id }, { key: id, id }), answers);
  });
  expect(groupDifferences(judged).map(({ cause, cases }) => [cause, cases.map(({ stored }) => stored.id)])).toEqual([
    ['model: "old" → "new"', ['a', 'b']],
    ['model: "old" → "other"', ['c']],
  ]);
});

test('a case is in a group for every field that differs', () => {
  const fresh = { exit: 1, result: 'new' };
  const judged = judge(storedCase({ exit: 0, result: 'old' }), { key: '', answers: [fresh, fresh] });
  expect(groupDifferences([judged]).map(({ cause }) => cause)).toEqual(['exit: 0 → 1', 'result: "old" → "new"']);
});

describe('the pattern of a difference', () => {
  test.each([
    [undefined, 1, 'now present'],
    [1, undefined, 'now missing'],
    [0, 1, '0 → 1'],
    ['- s: one word', '- s: two word', '"one" → "two"'],
    [['a', 'b'], ['b', 'a'], 'another order'],
    [['a', 'b'], ['a', 'c'], 'one entry, "b" → "c"'],
    [['a'], ['a', 'b', 'b'], 'with "b", "b"'],
    [['a', 'a', 'b'], ['b'], 'without "a", "a"'],
  ])('%j to %j is %s', (recorded, answered, pattern) => expect(patternOf(recorded, answered)).toBe(pattern));

  test('a long one is cut', () => {
    expect(patternOf('', 'x'.repeat(1000)).length).toBeLessThan(100);
  });

  test('no difference is left when the last answer was as recorded', () => {
    expect(causesOf([])).toEqual(['the last answer is as recorded']);
  });

  test('parts of two texts do not overlap', () => {
    expect(changedParts('..', '...')).toEqual(['', '.']);
  });

  test('words are not cut apart', () => {
    expect(changedParts('an old, tame cat', 'an odd, lame cat')).toEqual(['old, tame', 'odd, lame']);
  });
});
