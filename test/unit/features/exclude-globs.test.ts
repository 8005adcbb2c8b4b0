import { expect, test } from 'vitest';
import { isExcluded } from '../../../server/src/features/check/exclude-globs.ts';

const path = '/home/me/app/vendor/skills/a/SKILL.md';

test.each([
  ['vendor/**', true],
  ['vendor', true],
  ['vendor/', true],
  ['**/skills/a/*', true],
  ['**/SKILL.md', true],
  ['/home/me/app/vendor/**', true],
  ['/home/me/app', true],
  ['*.md', false],
  ['skills/**', false],
  ['vendo', false],
  ['', false],
])('%s', (glob, expected) => {
  expect(isExcluded(path, '/home/me/app', [glob])).toBe(expected);
});

test('one of several is enough', () => {
  expect(isExcluded(path, '/home/me/app', ['other', 'vendor'])).toBe(true);
});

test('without a root only whole paths count', () => {
  expect(isExcluded(path, undefined, ['vendor/**'])).toBe(false);
  expect(isExcluded(path, undefined, ['**/vendor/**'])).toBe(true);
});

test('hidden folders are folders', () => {
  expect(isExcluded('/a/.claude/skills/x/SKILL.md', '/a', ['.claude/**'])).toBe(true);
  expect(isExcluded('/a/.claude/skills/x/SKILL.md', '/a', ['**/skills/**'])).toBe(true);
});
