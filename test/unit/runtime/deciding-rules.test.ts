import { describe, expect, test } from 'vitest';
import type { PermissionRule } from '../../../server/src/catalog/settings/session-settings.ts';
import type { CommandPermissions } from '../../../server/src/runtime/permissions/command-permissions.ts';
import { decidingRules } from '../../../server/src/runtime/permissions/deciding-rules.ts';

const users = '/home/me/.claude/settings.json';
const projects = '/project/.claude/settings.json';
const rule = (behavior: PermissionRule['behavior'], text: string, path = users) => ({ rule: text, behavior, path });

function deciding(command: string, permissions: Partial<CommandPermissions>): string[] {
  const all: CommandPermissions = {
    runtime: 'claude-code',
    rules: [],
    granted: [],
    mode: undefined,
    folder: '/project',
    addedFolders: [],
    ...permissions,
  };
  return decidingRules(command, all).map((it) => `${it.behavior} ${it.rule} ${it.path ?? 'allowed-tools'}`);
}

describe('the rules that decide about a command', () => {
  test('are the one that allows it, with its file', () => {
    const rules = [rule('allow', 'Bash(touch a)', projects), rule('allow', 'Bash(touch:*)'), rule('allow', 'Read')];
    expect(deciding('touch b', { rules })).toEqual([`allow Bash(touch:*) ${users}`]);
    expect(deciding('touch a', { rules })).toEqual([`allow Bash(touch a) ${projects}`]);
    expect(deciding('touch b', { rules: [], granted: ['Bash(touch *)'] })).toEqual([
      'allow Bash(touch *) allowed-tools',
    ]);
  });

  test('are all that the parts of a command need', () => {
    const rules = [rule('allow', 'Bash(touch:*)'), rule('allow', 'Bash(npm test)'), rule('allow', 'Bash(make:*)')];
    expect(deciding('touch a && npm test', { rules })).toEqual([
      `allow Bash(touch:*) ${users}`,
      `allow Bash(npm test) ${users}`,
    ]);
  });

  test('are none where none is needed, or none would help', () => {
    const rules = [rule('allow', 'Bash(touch:*)'), rule('deny', 'Bash(rm:*)')];
    expect(deciding('echo a', { rules })).toEqual([]);
    expect(deciding('npm test', { rules })).toEqual([]);
    expect(deciding('touch a', { rules: [], mode: 'bypassPermissions' })).toEqual([]);
    expect(deciding('eval "$x"', { rules })).toEqual([]);
  });

  test('are the one that denies it, before one that asks', () => {
    const rules = [
      rule('allow', 'Bash'),
      rule('ask', 'Bash(touch:*)', projects),
      rule('deny', 'Bash(touch secret)'),
      rule('deny', 'Bash(rm:*)'),
    ];
    expect(deciding('touch secret', { rules })).toEqual([`deny Bash(touch secret) ${users}`]);
    expect(deciding('touch a', { rules })).toEqual([`ask Bash(touch:*) ${projects}`]);
    expect(deciding('make', { rules })).toEqual([`allow Bash ${users}`]);
  });

  test('are found among many, but not tried without end', () => {
    const rules = Array.from({ length: 2_000 }, (_, at) => rule('allow', `Bash(tool-${at})`));
    expect(deciding('tool-1', { rules })).toEqual([`allow Bash(tool-1) ${users}`]);
    const all = Array.from({ length: 100 }, () => rule('allow', 'Bash(tool:*)'));
    expect(deciding('tool', { rules: all })).toEqual([]);
  });
});
