import { expect, test } from 'vitest';
import { readParameterRule } from '../../../server/src/catalog/settings/parameter-rule.ts';
import { matchesWildcards } from '../../../server/src/patterns/wildcard-text.ts';

test('reads what a rule says of a parameter, spaces around it left out', () => {
  const read = (rule: string) => readParameterRule(rule, 'Skill', ['skill', 'args']);
  expect(read('Skill( skill : a b )')).toEqual({ parameter: 'skill', value: 'a b', content: ' skill : a b ' });
  expect(read('Skill(args:x:*)')).toEqual({ parameter: 'args', value: 'x:*', content: 'args:x:*' });
  for (const other of ['Skill', 'Skill(review)', 'Skill(Skill:x)', 'Bash(skill:x)', 'Skill(skill:x']) {
    expect(read(other)).toBeUndefined();
  }
});

test.each([
  ['review', 'review', true],
  ['review', 'rev*', true],
  ['review', '*view', true],
  ['review', 'r*v*w', true],
  ['review', '*', true],
  ['', '*', true],
  ['review', 'rev', false],
  ['review', 'w*r', false],
  ['ab', 'ab*ab', false],
  ['aab', 'a*ab*b', false],
  ['r.view', 'r.*', true],
  ['review', 'r.*', false],
])('%j against %j: %j', (text, pattern, expected) => {
  expect(matchesWildcards(text, pattern)).toBe(expected);
});
