import { describe, expect, test } from 'vitest';
import { expectFindings, expectFix } from './expect-findings.ts';

const rule = 'injection-in-code';
const skill = (body: string, fields = '') =>
  `---\nname: demo\ndescription: Counts words. Use on Mondays.\n${fields}---\n${body}`;

describe('injection-in-code', () => {
  test('marks commands in fences, spans and comments', () => {
    expectFindings(rule, skill('```markdown\nFiles: «!`git diff --name-only`»\n```\n'));
    expectFindings(rule, skill('```\n«!`git status`»\n```\n'));
    expectFindings(rule, skill('```bash\n# what is new\n«!`git status`»\n!`git log`\n```\n'));
    expectFindings(rule, skill('Write `` «!`git status`» ``, see <!-- !`date` -->\n'));
    expectFindings(rule, skill('````markdown\n---\ndescription: x\n---\n«```!\nls\n```»\n````\n'));
  });

  test('marks a code span whose end begins a command, in the release that takes it for one', () => {
    const first = { runtime: 'claude-code@2.1.7' } as const;
    const [finding] = expectFindings(rule, skill('Rules of `.gitignore «!`-rules (e.g., `»notes/x`).\n'), first);
    expect(finding?.message).toContain('`-rules (e.g.,`');
    expectFindings(rule, skill('Rules of `.gitignore !`-rules (e.g., `notes/x`), `a !` b, `c`.\n'));
  });

  test('leaves commands of their own alone', () => {
    expectFindings(
      rule,
      skill('!`date`, see !`date`\n\n- !`date`\n\n```!\nls\n```\n\n- x\n  ```!\n  ls\n  ```\n\ntext ```! ls```\n'),
    );
    expectFindings(rule, skill('> ```!\n> ls\n> ```\n\n````!\nls\n````\n'));
  });

  test('ignores what Claude Code leaves as text', () => {
    expectFindings(rule, skill('```sh\nKEY=!`date`\n\\!`date`\n```\n`assert!`, `a !` b, `!`\n'));
  });

  test('leaves blocks alone that frame what commands say', () => {
    expectFindings(
      rule,
      skill('```json\n!`npx tool info --json`\n```\n\n```diff\n!`git diff`\n!`git diff --cached`\n```\n'),
    );
    expectFindings(rule, skill('```\n!`git log`\n```\n', 'allowed-tools: Read, Bash(git log *)\n'));
    expectFindings(rule, skill('```\n«!`git log`»\n```\n', 'allowed-tools: Read\n'));
    expectFindings(rule, skill('```json\n{ "version": «!`cat VERSION`» }\n```\n'));
  });

  test('marks commands in the block of a command, which run on their own', () => {
    const [finding] = expectFindings(rule, skill('```!\necho "on «!`git branch`»"\n```\n'));
    expect(finding?.message).toBe(
      'Claude Code runs this command on its own, as well as in the block of commands around it. Write `$(…)` instead of `!` and the backticks',
    );
    expectFix(rule, skill('```!\necho "on !`git branch`"\n```\n'), skill('```!\necho "on $(git branch)"\n```\n'));
    expectFix(
      rule,
      skill('```!\r\n  !` git status `\r\ngit log\r\n```\r\n'),
      skill('```!\r\n  git status\r\ngit log\r\n```\r\n'),
    );
    expectFindings(rule, skill('```!\n«!`git status`»\n«!`git log`»\n```\n', 'allowed-tools: Bash(git *)\n'));
    expectFindings(rule, skill('```!\necho \\!`git status`\n```\n'));
    // A space after the mark is the shell's business.
    expectFindings(rule, skill('```!\n! `git status`\n```\n'));
  });

  test('offers no fix for such a command where it could change more', () => {
    const first = { runtime: 'claude-code@2.1.7' } as const;
    const [atMark] = expectFindings(rule, skill('```«!`git status`»\nls\n```\n'), first);
    const [escaped] = expectFindings(rule, skill("```!\necho «!`printf 'a\\n'`»\n```\n"));
    expect([atMark?.fixes, escaped?.fixes]).toEqual([undefined, undefined]);
  });

  test('keeps such a command as text where the block around it is shown', () => {
    const shown = skill('````md\n«```!\necho !`a`\n```»\n````\n');
    const [finding] = expectFindings(rule, shown);
    expect(finding?.message).toMatch(/^2 commands run when the skill loads, although they are in code blocks\./);
    expect(finding?.related).toHaveLength(1);
  });

  test('says once what follows, with all places', () => {
    const [one] = expectFindings(rule, skill('```md\n«!`git push`»\n```\n'));
    expect(one?.message).toBe(
      'This command runs when the skill loads, although it is in a code block. If it fails or is not allowed, the skill does not load at all. Insert a backslash before `!` to keep it as text',
    );
    const text = skill('`` «!`a`» `` and <!-- !`b` -->\n\n```md\n!`c`\n```\n');
    const [all] = expectFindings(rule, text);
    expect(all?.message).toBe(
      '3 commands run when the skill loads, although they are in code spans, comments and code blocks. If one of them fails or is not allowed, the skill does not load at all. Insert a backslash before `!` to keep them as text',
    );
    const plain = text.replace(/[«»]/g, '');
    expect(all?.related?.map(({ range }) => plain.slice(range.start, range.end))).toEqual(['!`b`', '!`c`']);
    const many = expectFindings(rule, skill(`\`\`\`md\n«!\`a\`»\n${'!`a`\n'.repeat(1500)}\`\`\`\n`));
    expect(many[0]?.message).toMatch(/^1,501 commands run/);
    expect(many[0]?.related).toHaveLength(50);
  });

  test('keeps the text with a backslash, one or all', () => {
    const fix = expectFix(rule, skill('```md\n!`a`\n```\n'), skill('```md\n\\!`a`\n```\n'));
    expect(fix).toMatchObject({ safe: false, title: 'Insert a backslash before `!`; it stays in the text' });
    const [finding] = expectFindings(rule, skill('```md\n«!`a`»\n!`b`\n```\n'));
    expect(finding?.fixes?.map(({ title, edits }) => [title, edits.length])).toEqual([
      ['Insert a backslash before `!` in both places; it stays in the text', 2],
      ['Insert a backslash before `!`; it stays in the text', 1],
    ]);
    expectFix(rule, skill('````md\n```!\nls\n```\n````\n'), skill('````md\n```\\!\nls\n```\n````\n'));
  });

  test('knows that the first releases run what follows a backslash', () => {
    const first = { runtime: 'claude-code@2.1.7' } as const;
    expectFix(rule, skill('```md\n(!`a`)\n```\n'), skill('```md\n(! `a`)\n```\n'), first);
    expectFindings(rule, skill('```md\n\\«!`a`»\n```\n'), first);
    expectFix(rule, skill('````md\n```!\nls\n```\n````\n'), skill('````md\n``` !\nls\n```\n````\n'), first);
  });

  test('applies to skills and commands, in UTF-16 units and with CRLF', () => {
    const body = '🎯\n```md\n«!`git status`»\n```\n'.replaceAll('\n', '\r\n');
    expectFindings(rule, body, { path: '/project/.claude/commands/fix.md' });
    expectFindings(rule, '---\nname: a\ndescription: b\n---\n```\n!`a`\n```\n', {
      path: '/project/.claude/agents/a.md',
    });
  });
});
