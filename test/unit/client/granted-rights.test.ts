import { expect, test } from 'vitest';
import { grantsMore, withOwnValues } from '../../../client/src/language-server/granted-rights.ts';

test.each([
  ['claudeCode.permissionMode', 'bypassPermissions', true],
  ['claudeCode.permissionMode', 'acceptEdits', true],
  ['claudeCode.permissionMode', 'auto', true],
  ['claudeCode.permissionMode', 'a mode of tomorrow', true],
  ['claudeCode.permissionMode', 'plan', false],
  ['claudeCode.permissionMode', '', false],
  ['claudeCode.permissionMode', undefined, false],
  ['claudeCode.extraArguments', ['--dangerously-skip-permissions'], true],
  ['claudeCode.extraArguments', [], false],
  ['evaluations.extraArguments', ['--allow-tools', 'Bash'], true],
  ['evaluations.extraArguments', undefined, false],
] as const)('%s: %j grants more: %s', (setting, value, expected) => {
  expect(grantsMore(setting, value)).toBe(expected);
});

test('the user’s own values count where the workspace grants more', () => {
  const section = {
    model: 'opus',
    claudeCode: { permissionMode: 'bypassPermissions', extraArguments: ['--a'], model: 'haiku' },
    evaluations: { extraArguments: ['--allow-tools', 'Bash'] },
  };
  const values: Record<string, object> = {
    'claudeCode.permissionMode': { defaultValue: '', workspaceValue: 'bypassPermissions' },
    'claudeCode.extraArguments': { defaultValue: [], globalValue: ['--mine'], workspaceFolderValue: ['--a'] },
    'evaluations.extraArguments': { defaultValue: [], globalValue: ['--allow-tools', 'Bash'] },
  };
  expect(withOwnValues(section, (setting) => values[setting])).toEqual({
    model: 'opus',
    claudeCode: { permissionMode: '', extraArguments: ['--mine'], model: 'haiku' },
    evaluations: { extraArguments: ['--allow-tools', 'Bash'] },
  });
});
