import { describe, expect, test } from 'vitest';
import { skillNameProblem } from '../../../server/src/features/edits/skill-name-problem.ts';

describe('the name of a skill that is to be made', () => {
  test.each(['review', 'reviewing-diffs', 'v2', 'a'])('%s is fine', (name) => {
    expect(skillNameProblem(name, 'claude-code')).toBeNull();
  });

  test.each(['Review', 'two words', 'a--b', '-a', 'überblick', 'a'.repeat(65)])('%s is not for everybody', (name) => {
    expect(skillNameProblem(name, 'claude-code')?.severity).toBe('warning');
  });

  test('a name that Claude Code reserves is rejected', () => {
    expect(skillNameProblem('anthropic-skills', 'claude-code')).toMatchObject({ severity: 'error' });
  });
});
