import { describe, expect, test } from 'vitest';
import { expectFindings, expectFix } from './expect-findings.ts';

const rule = 'injection-literal';
const skill = (body: string) => `---\nname: demo\ndescription: Counts words. Use on Mondays.\n---\n${body}`;

describe('injection-literal', () => {
  test('marks commands without whitespace before them', () => {
    expectFindings(rule, skill('KEY=«!`date`», TODAY=«!`whatever it takes`»\n'));
    expectFindings(rule, skill('- Status:«!`git status`»\n- 分支：«!`git branch`»\n'));
    expectFindings(rule, skill('the branch («!`git branch --show-current`»)\n'));
    expectFindings(rule, skill('"«!`git diff HEAD`»" and <diff>«!`git diff`»</diff> ->«!`./run.sh`»\n'));
    expectFindings(rule, skill('**«!`git status`»** and **Branch:**«!`git branch`»\n'));
    expectFindings(rule, skill('in `docs/`«!`git branch --show-current`».md\n'));
    expectFindings(rule, skill('<arguments>\nUSER=«!`gh api user`»\n</arguments>\n'));
  });

  test('marks the second of two that touch', () => {
    expectFindings(rule, skill('!`echo 1`«!`echo 2`»«!`x y`» !`echo 3`\n'));
    expectFix(rule, skill('!`one`!`two`\n'), skill('!`one` !`two`\n'));
  });

  test('marks other spellings of commands', () => {
    expectFindings(rule, skill('«!``git status``»\n- Log: «!``git log``»\n'));
    expectFindings(rule, skill('- «! `git status`»\nStatus: «! `git status`»\n'));
    expectFindings(rule, skill('«!!`git status`»\n'));
  });

  test('marks fences that do not open with three backticks and `!`', () => {
    expectFindings(
      rule,
      skill('«```bash!»\ngit status\n```\n\n«``` !»\nls\n```\n\n«~~~!»\nls\n~~~\n\n- «```sh !»\n  ls\n  ```\n'),
    );
    expectFix(rule, skill('~~~~ bash!\nls\n~~~~\n'), skill('```!\nls\n```\n'));
    expectFix(rule, skill('> ``` !\n> ls\n> ```\n'), skill('> ```!\n> ls\n> ```\n'));
  });

  test('offers no fix if backticks inside would end the commands', () => {
    const [finding] = expectFindings(rule, skill('«~~~!»\necho "```"\n~~~\n'));
    expect(finding?.fixes ?? []).toEqual([]);
  });

  test('leaves exclamations alone', () => {
    expectFindings(rule, skill('Beware!`git push` is final. What a surprise!`x`\n'));
    expectFindings(rule, skill('**Stop**!`git push` (wait)!`git push` "no"!`git push` Wow!!`git status`\n'));
    expectFindings(rule, skill('Attention ! `git push` est interdit. Négation (!`drapeau`), !`x`\n'));
    expectFindings(
      rule,
      skill('Use `info!` and `assert!`, `a`!`b`, avoid `!`, write `fuzz_target!` or `:q!` to quit\n'),
    );
    expectFindings(rule, skill('\\!`git status` is text\n'));
  });

  test('leaves code and comments alone', () => {
    expectFindings(
      rule,
      skill('```sh\nKEY=!`date`\n```\n\nWrite `` KEY=!`date` `` <!-- KEY=!`date` -->\n\n    A=!`date`\n'),
    );
    expectFindings(rule, skill('````markdown\n```bash!\nls\n```\n````\n\n```rust!\nx\n```\n\n```go !\n```\n'));
  });

  test('leaves what runs, and what never closes', () => {
    expectFindings(rule, skill('!`date` and !`date`\n\n```!\nls\n```\n\nKEY=!`date and so on\n\nmore `text`\n'));
  });

  test('knows what the first releases run', () => {
    const first = { runtime: 'claude-code@2.1.7' } as const;
    expectFindings(rule, skill('KEY=!`date` (!`date`) !`a`!`b` !!`date`\n'), first);
    expectFindings(rule, skill('«!``git status``»\n\n«```bash!»\nls\n```\n'), first);
  });

  test('applies to skills and commands, in UTF-16 units and with CRLF', () => {
    const body = '🎯 名:«!`git status`»\n\n«~~~!»\nls\n~~~\n';
    expectFindings(rule, body.replaceAll('\n', '\r\n'), { path: '/project/.claude/commands/fix.md' });
    expectFindings(rule, '---\nname: a\ndescription: b\n---\nKEY=!`date`\n', { path: '/project/.claude/agents/a.md' });
  });

  test('never offers a safe fix', () => {
    expect(expectFix(rule, skill('KEY=!`date`\n'), skill('KEY= !`date`\n')).safe).toBe(false);
    expectFix(rule, skill('!``git log``\n'), skill('!`git log`\n'));
    expectFix(rule, skill('Log: ! `git log`\n'), skill('Log: !`git log`\n'));
    expectFix(rule, skill('!!`git log`\n'), skill('!`git log`\n'));
  });
});
