import { describe, expect, test } from 'vitest';
import { nextQuestion, verdictOf } from '../../record/verdict.ts';
import { storedCase } from './stored-case.ts';

const old = { exit: 0, result: 'old' };
const fresh = { exit: 0, result: 'new' };
const third = { exit: 0, result: 'third' };
const stored = storedCase(old);
const key = stored.key;

describe('what is asked next', () => {
  test.each([
    ['a case without an answer', undefined, 'new'],
    ['an answer as recorded', { key, answers: [old] }, undefined],
    ['an answer that differs once', { key, answers: [fresh] }, 'new'],
    ['an answer that differs twice', { key, answers: [fresh, fresh] }, 'old'],
    ['a second answer as recorded', { key, answers: [fresh, old] }, undefined],
    ['everything', { key, answers: [fresh, fresh], before: old }, undefined],
  ] as const)('after %s', (_, known, next) => expect(nextQuestion(stored, known, true)).toBe(next));

  test('nothing of an old release that is not at hand', () => {
    expect(nextQuestion(stored, { key, answers: [fresh, fresh] }, false)).toBeUndefined();
  });
});

test.each([
  ['same', { key, answers: [old] }],
  ['unconfirmed', { key, answers: [fresh] }],
  ['unconfirmed', { key, answers: [fresh, fresh] }],
  ['unsteady', { key, answers: [fresh, old] }],
  ['unsteady', { key, answers: [fresh, third] }],
  ['changed', { key, answers: [fresh, fresh], before: old }],
  ['recording', { key, answers: [fresh, fresh], before: fresh }],
  ['unsteady', { key, answers: [fresh, fresh], before: third }],
] as const)('the verdict is %s after %j', (verdict, known) => expect(verdictOf(stored, known)).toBe(verdict));
