import { expect, test } from 'vitest';
import { sameMessageInVscode } from '../../../server/src/features/check/vscode-findings.ts';

test('of unknown keys, VS Code says as much as a hint, and less than a warning', () => {
  const message = "Attribute 'foo' is not supported by VS Code skills. Supported: description, name.";
  expect(message).toMatch(new RegExp(sameMessageInVscode({ rule: 'field-unknown', severity: 'hint' })!));
  expect(sameMessageInVscode({ rule: 'field-unknown', severity: 'warning' })).toBeUndefined();
});

test('what only Skillwright explains is shown beside the message of VS Code', () => {
  for (const rule of [
    'boolean-value',
    'name-format',
    'description-missing',
    'argument-hint-list',
    'yaml-syntax',
  ] as const)
    expect(sameMessageInVscode({ rule, severity: 'warning' })).toBeUndefined();
});
