import { expect, test } from 'vitest';
import { rulesSharedWithVscode, sameMessageInVscode } from '../../../server/src/features/check/vscode-findings.ts';
import { findRule } from '../../../server/src/rules/index.ts';

test('every rule that is shared exists', () => {
  expect(rulesSharedWithVscode.filter((id) => !findRule(id))).toEqual([]);
});

test.each([
  ['name-folder-mismatch', "The skill name 'a b' should match the folder name 'c'.", true],
  ['name-format', 'Skill name may only contain lowercase letters, numbers, and hyphens.', true],
  ['name-format', 'Skill name may only contain lowercase letters, numbers, and hyphens. More', false],
  ['boolean-value', "The 'user-invocable' attribute must be 'true' or 'false'.", true],
  ['boolean-value', "The 'user-invocable' attribute must be 'true'.", false],
  ['description-empty', "The 'description' attribute should not be empty.", true],
])('%s is told apart by %s', (rule, message, expected) => {
  expect(new RegExp(sameMessageInVscode(rule)!).test(message)).toBe(expected);
});

test('other rules share nothing', () => {
  expect(sameMessageInVscode('yaml-syntax')).toBeUndefined();
  expect(sameMessageInVscode('constructor')).toBeUndefined();
});
