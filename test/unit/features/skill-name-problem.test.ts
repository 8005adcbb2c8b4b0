import { describe, expect, test } from 'vitest';
import { skillNameProblem } from '../../../server/src/features/edits/skill-name-problem.ts';

describe('the name of a skill that is to be made', () => {
  test.each(['review', 'reviewing-diffs', 'v2', 'a'])('%s is fine', (name) => {
    expect(skillNameProblem(name, 'claude-code')).toBeNull();
  });

  test.each(['Review', 'two words', 'a--b', '-a', 'überblick', 'a'.repeat(65)])('%s is not for everybody', (name) => {
    expect(skillNameProblem(name, 'claude-code')?.severity).toBe('warning');
  });

  test('a name that hides a command or skill of Claude Code is a warning where it hides it', () => {
    const own = 'file:///project/.claude/skills';
    expect(skillNameProblem('init', 'claude-code', own)).toEqual({
      severity: 'warning',
      message: 'This skill would replace Claude Code’s own skill “/init”',
    });
    expect(skillNameProblem('help', 'claude-code')).toEqual({
      severity: 'warning',
      message: 'This skill would replace Claude Code’s own command “/help”',
    });
    // A plugin's skill is `/office:init`, a skill of another case another name, and old releases prefer their own.
    expect(skillNameProblem('init', 'claude-code', 'file:///project/office/skills')).toBeNull();
    expect(skillNameProblem('inits', 'claude-code', own)).toBeNull();
    expect(skillNameProblem('init', 'claude-code@2.1.7', own)).toBeNull();
  });

  test('a name that Claude Code reserves is rejected', () => {
    expect(skillNameProblem('anthropic-skills', 'claude-code')).toMatchObject({ severity: 'error' });
  });

  test('a name that Claude Code does not load is rejected where it would not be loaded', () => {
    const rejected = { severity: 'error', message: expect.stringContaining('invisible characters') };
    expect(skillNameProblem('re\u200Bview', 'claude-code')).toMatchObject(rejected);
    expect(skillNameProblem('<review>', 'claude-code', 'file:///project/.claude/skills')).toMatchObject(rejected);
    expect(skillNameProblem('<review>', 'claude-code', 'file:///project/office/skills')?.severity).toBe('warning');
    expect(skillNameProblem('<review>', 'claude-code@2.1.7')?.severity).toBe('warning');
  });
});
