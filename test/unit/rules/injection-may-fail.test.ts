import { describe, expect, test } from 'vitest';
import { expectInSession } from './check-in-session.ts';
import { expectFindings, expectFix } from './expect-findings.ts';

const rule = 'injection-may-fail';
const skill = (body: string) => `---\nname: demo\ndescription: Counts words. Use on Mondays.\n---\n${body}`;
const commands = (...written: string[]) => skill(written.map((command) => `- !\`${command}\`\n`).join(''));

describe('injection-may-fail', () => {
  test('marks what fails where something is missing', () => {
    expectFindings(rule, commands('«cat README.md»', '«ls docs»', '«wc -l < notes.txt»', '«head -n 5 CHANGELOG.md»'));
    expectFindings(rule, commands('«which ffmpeg»', '«command -v jq»', '«jq .name package.json»', '«cat $1»'));
    expectFindings(
      rule,
      commands('«gh pr view»', '«gh pr view --json title»', '«git describe --tags»', '«git config user.name»'),
    );
  });

  test('marks what fails when it finds something', () => {
    expectFindings(
      rule,
      commands('«npm test»', '«npm run lint -- --quiet»', '«npx tsc --noEmit»', '«cargo clippy»', '«CI=1 pytest -q»'),
    );
    expectFindings(
      rule,
      commands('«[[ -f x ]]»', '«cmp a b»', '«pgrep node»', '«npx --yes eslint .»', '«prettier --check .»'),
    );
  });

  test('looks at the programs that decide', () => {
    expectFindings(rule, commands('git status && «npm test»', 'cd app; «npm test»', '«npm test» && echo fine'));
    expectFindings(
      rule,
      commands('npm test | tail -5', 'npm test; echo done', 'cat a | head', 'echo a | «cat missing -»'),
    );
    expectFindings(rule, skill('```!\ncat a\ngit status # «not»\n«cat b»\n```\n'.replace(/«not»/, 'not')));
  });

  test('knows for which programs status 1 is not a failure', () => {
    expectFindings(
      rule,
      commands(
        'grep -c x README.md',
        'rg x',
        'test -f x',
        '[ -f x ]',
        'diff a b',
        'find x -name y',
        'git diff --exit-code',
      ),
    );
    expectFindings(
      rule,
      commands(
        '«test -f x» && cat x',
        '«[ -f x ]» && echo yes',
        '«grep x y» && echo found',
        '«FOO=1 grep x y»',
        '«/bin/grep x y»',
      ),
    );
    expectFindings(rule, commands('test -f x && grep y x', 'cat a && grep y b', 'git grep x'));
    const first = { runtime: 'claude-code@2.1.7' } as const;
    expectFindings(
      rule,
      commands('grep x y', '«git diff --exit-code»', '«git grep x»', '«egrep x y»', 'git diff'),
      first,
    );
  });

  test('leaves alone what is provided for, and what seldom fails', () => {
    expectFindings(rule, commands('cat a || true', 'test -f a && cat a || echo none', 'npm test 2>&1 || echo failed'));
    expectFindings(
      rule,
      commands('git status', 'git diff HEAD', 'git log --oneline', 'pwd', 'ls', 'ls -la .', 'date', 'cat', 'which git'),
    );
    expectFindings(
      rule,
      commands(
        'gh pr view 12',
        'gh issue list',
        'git describe --tags --always',
        'git config --default x --get y',
        'npm --version',
        'npm ls',
        'node x.js',
      ),
    );
    expectFindings(
      rule,
      commands(
        'cat ${CLAUDE_SKILL_DIR}/a.md',
        'cat $(git ls-files)',
        'touch a && cat a',
        'for f in *; do cat $f; done',
      ),
    );
    expectFindings(rule, commands('if [ -f a ]; then cat a; fi', '! grep x y', 'cat <<END', 'echo "cat x"'));
  });

  test('leaves code, and says nothing more of what is dangerous', () => {
    expectFindings(rule, skill('```markdown\n!`cat a`\n```\n`cat a`\n'));
    expectFindings(rule, commands('cat ~/.ssh/id_rsa'));
  });

  test('appends `|| true` where the list ends', () => {
    expect(expectFix(rule, commands('cat a'), commands('cat a || true')).safe).toBe(false);
    expectFix(rule, commands('cat a 2>/dev/null; '), commands('cat a 2>/dev/null || true; '));
    expectFix(
      rule,
      skill('```!\nls\ntest -f a && cat a # all\n```\n'),
      skill('```!\nls\ntest -f a && cat a || true # all\n```\n'),
    );
    expectFix(rule, '\uFEFF🎯 !`cat a`\r\n', '\uFEFF🎯 !`cat a || true`\r\n', {
      path: '/project/.claude/commands/a.md',
    });
  });

  test('is silent where the settings disable commands', async () => {
    const path = '/project/.claude/skills/demo/SKILL.md';
    const settings = (disabled: unknown) => ({
      '/project/.claude/settings.json': JSON.stringify({ disableSkillShellExecution: disabled }),
    });
    await expectInSession(rule, path, commands('cat a'), settings(true));
    await expectInSession(rule, path, commands('«cat a»'), settings(false));
    await expectInSession(rule, path, commands('«cat a»'), settings(true), { runtime: 'claude-code@2.1.7' });
  });
});
