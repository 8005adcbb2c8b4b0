import { describe, expect, test } from 'vitest';
import { defaultSettings as ofChecking } from '../../../server/src/features/check/check-file.ts';
import { readSettings } from '../../../server/src/lsp/state/settings.ts';

const defaultSettings = {
  ...ofChecking,
  addedFolders: [],
  pluginFolders: [],
  model: undefined,
  codeLens: true,
  argumentHints: false,
  claudeCode: {
    path: undefined,
    extraArguments: [],
    model: undefined,
    permissionMode: undefined,
    maximumCost: undefined,
    maximumTurns: undefined,
    folder: undefined,
  },
  evaluations: { extraArguments: [], maximumCost: undefined },
  readsPastSessions: false,
};

describe('reading settings', () => {
  test.each([
    [undefined],
    [null],
    [7],
    ['text'],
    [[]],
    [{}],
    [{ rules: 'x', targets: {}, exclude: 1, runtime: [], pastSessions: { enabled: 1 } }],
  ])('%j gives the defaults', (section) => {
    expect(readSettings(section)).toEqual(defaultSettings);
  });

  test('takes what is understood and leaves out the rest', () => {
    expect(
      readSettings({
        rules: { 'name-format': 'off', 'yaml-syntax': 'loud', 'body-empty': 'hint' },
        ruleOptions: { 'description-length': { max: 100, min: 1 } },
        targets: ['agentskills', 'nobody', 3],
        runtime: 'claude-code@2.1.7',
        exclude: ['a/**', 5],
        addedFolders: ['../shared', null],
        pluginFolders: 'x',
        model: ' opus ',
        codeLens: false,
        inlayHints: { arguments: true },
        claudeCode: {
          path: ' ~/claude ',
          extraArguments: ['--x', 1],
          model: '',
          maximumCost: -1,
          maximumTurns: 5,
          folder: 3,
        },
        evaluations: { extraArguments: ['--scaffold', 7], maximumCost: '1' },
        pastSessions: { enabled: true },
        other: true,
      }),
    ).toEqual({
      levels: { 'name-format': 'off', 'body-empty': 'hint' },
      ruleOptions: { 'description-length': { max: 100 } },
      targets: ['agentskills'],
      runtime: 'claude-code@2.1.7',
      exclude: ['a/**'],
      addedFolders: ['../shared'],
      pluginFolders: [],
      model: 'opus',
      codeLens: false,
      argumentHints: true,
      claudeCode: { ...defaultSettings.claudeCode, path: '~/claude', extraArguments: ['--x'], maximumTurns: 5 },
      evaluations: { extraArguments: ['--scaffold'], maximumCost: undefined },
      readsPastSessions: true,
    });
  });

  test('an unknown runtime is the default one', () => {
    expect(readSettings({ runtime: 'claude-code@1' }).runtime).toBe('claude-code');
  });
});
