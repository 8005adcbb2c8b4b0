import { expect, test } from 'vitest';
import { isExcluded } from '../../../server/src/features/exclude-globs.ts';

const path = '/work/app/vendor/skills/a/SKILL.md';

test.each([
  ['vendor/**', true],
  ['vendor', true],
  ['vendor/', true],
  ['**/skills/a/*', true],
  ['**/SKILL.md', true],
  ['/work/app/vendor/**', true],
  ['/work/app', true],
  ['*.md', false],
  ['skills/**', false],
  ['vendo', false],
  ['', false],
])('%s', (glob, expected) => {
  expect(isExcluded(path, '/work/app', [glob])).toBe(expected);
});

test('one of several is enough', () => {
  expect(isExcluded(path, '/work/app', ['other', 'vendor'])).toBe(true);
});

test('without a root only whole paths count', () => {
  expect(isExcluded(path, undefined, ['vendor/**'])).toBe(false);
  expect(isExcluded(path, undefined, ['**/vendor/**'])).toBe(true);
});

test('hidden folders are folders', () => {
  expect(isExcluded('/a/.claude/skills/x/SKILL.md', '/a', ['.claude/**'])).toBe(true);
  expect(isExcluded('/a/.claude/skills/x/SKILL.md', '/a', ['**/skills/**'])).toBe(true);
});
