import { describe, expect, test } from 'vitest';
import { expectFindings, expectFix } from './expect-findings.ts';

const rule = 'injection-unclosed';
const skill = (body: string) =>
  `---\ndescription: Compares coins. Use when coins differ.\nallowed-tools: Bash\n---\n${body}`;

describe('injection-unclosed', () => {
  test('finds a backtick that is never closed', () => {
    const [finding] = expectFindings(rule, skill('Changed: «!`»git status\n\nSum up.\n'));
    expect(finding).toMatchObject({
      severity: 'warning',
      message:
        'The command is never closed, so Claude Code sends it as text instead of running it. Close it with a backtick after the command',
    });
    expectFindings(rule, skill('«!`»git status'), { path: '/project/.claude/commands/status.md' });
    expectFindings(rule, skill('See `main` 🪙\t«!`»git status\n').replaceAll('\n', '\r\n'));
  });

  test('finds a fence that never closes', () => {
    expectFindings(rule, skill('Changed:\n\n«```!»\ngit status\n\nSum up `it`.\n'));
    expectFindings(rule, skill('  «```!»git status').replaceAll('\n', '\r\n'));
  });

  test('finds what something else closes', () => {
    const [finding] = expectFindings(rule, skill('Changed: «!`»git status\nThen `see`.\n'));
    expect(finding!.message).toBe(
      'The command continues to the next backtick on line 6, and Claude Code runs all the text up to there. Close it with a backtick after the command',
    );
    expectFindings(rule, skill('- «!`»git status\n- !`git log`\n'));
    expectFindings(rule, skill('«!`»git status\n\nSum up.`\n'));
    const [fence] = expectFindings(rule, skill('«```!»\ngit status\n\nExample:\n\n```bash\nls\n```\n'));
    expect(fence!.message).toContain('continues to the next backticks on line 10');
  });

  test.each([
    ['closed ones', '!`git status` and !`git log`\n\n```!\ngit status\n\ngit log\n```\n\n```!ls```\n'],
    ['several lines', '!`git status &&\n  git log`, then `see`\n'],
    ['an exclamation mark that ends a span', 'Never write `info!` or `x !`, avoid `!`\n'],
    ['an exclamation mark that ends the last span', 'Wow !`'],
    ['one after a word', 'Hello!`world\n'],
    ['one in code', '```bash\necho !`date\n```\n\n    echo !`date\n'],
    ['doubled back-ticks', 'Write !``date\n'],
    ['one in a longer fence', '````markdown\n```!\ndate\n````\n'],
    ['one in a fence of tildes', '~~~\n```!\ndate\n~~~\n'],
    ['an ordinary fence', '```bash\ndate\n'],
    ['an escaped one', '\\!`date\n'],
  ])('is silent about %s', (_what, body) => {
    expectFindings(rule, skill(body));
  });

  test('proposes to close a command in a line', () => {
    const before = skill('Files: !`git status  \r\n\r\nCompare with `main`.\r\n');
    expect(expectFix(rule, before, before.replace('status', 'status`')).safe).toBe(false);
    expectFix(rule, skill('- !`date'), skill('- !`date`'));
    expect(expectFindings(rule, skill('«```!»\ngit status\n'))[0]!.fixes).toEqual([]);
  });

  test('knows where the first releases look', () => {
    expectFindings(rule, skill('(«!`»date\n'), { runtime: 'claude-code@2.1.7' });
    expectFindings(rule, skill('(!`date\n'));
  });

  test('says nothing of agents', () => {
    expectFindings(rule, skill('!`date\n'), { path: '/project/.claude/agents/demo.md' });
  });
});
