import { describe, expect, test } from 'vitest';
import { expectInSession } from './check-in-session.ts';
import { expectFindings, expectFix } from './expect-findings.ts';

const rule = 'injection-not-allowed';
const path = '/project/.claude/skills/demo/SKILL.md';
const skill = (body: string, ...fields: string[]) =>
  ['---', 'name: demo', 'description: Counts words. Use on Mondays.', ...fields, '---', body].join('\n');

describe('injection-not-allowed', () => {
  test('marks commands that need a rule', () => {
    const [finding] = expectFindings(rule, skill('!`«npm test»` !`«npx tool info || echo none»` !`«printenv»`\n'));
    expect(finding?.message).toContain('`Bash(npm test:*)`');
    expectFindings(rule, skill('```!\n«ls\ntouch made.txt»\n```\n', 'allowed-tools: Read, Bash(mkdir:*)'));
    expectFindings(rule, '!`«touch made.txt»`\n', { path: '/project/.claude/commands/a.md' });
  });

  test('leaves what runs without a rule', () => {
    expectFindings(
      rule,
      skill('!`echo hi` !`pwd` !`ls` !`git status --short` !`git diff HEAD` !`date` !`git log --oneline | head -5`\n'),
    );
    expectFindings(
      rule,
      skill('!`cat ${CLAUDE_SKILL_DIR}/ref.txt` !`cat README.md || true` !`find . -name "*.md" | wc -l`\n'),
    );
  });

  test('leaves what the skill itself allows', () => {
    for (const tools of [
      'Bash',
      'Bash(*)',
      'Bash(touch:*)',
      'Read, Bash(touch *)',
      '[Read, Bash(touch:*)]',
      'Read Bash(touch:*)',
    ])
      expectFindings(rule, skill('!`touch made.txt && echo made`\n', `allowed-tools: ${tools}`));
    expectFindings(rule, skill('!`«touch made.txt»`\n', 'allowed_tools: Bash'));
    expectFindings(rule, skill('!`«touch made.txt»`\n', 'allowed-tools: bash'));
    const scripts = 'allowed-tools: Bash(${CLAUDE_SKILL_DIR}/run.sh:*)';
    expectFindings(rule, skill('!`${CLAUDE_SKILL_DIR}/run.sh a`\n', scripts));
  });

  test('asks for everything where nothing less would do', () => {
    const [finding] = expectFindings(
      rule,
      skill('!`«git log $(git describe --tags)..HEAD»`\n', 'allowed-tools: Bash(git:*)'),
    );
    expect(finding?.message).toContain("A nested command in this command can't be checked");
  });

  test('leaves to the arguments what they decide', () => {
    expectFindings(rule, skill('!`$0` !`npm $ARGUMENTS` !`git $1`\n', 'argument-hint: "[a] [b]"'));
    expectFindings(rule, skill('!`«npm test $ARGUMENTS»`\n', 'argument-hint: "[file]"'));
  });

  test('ignores text and what other rules report', () => {
    expectFindings(rule, skill('`npm test`, KEY=!`npm test`, ```sh npm test```\n\n```markdown\n!`npm test`\n```\n'));
    expectFindings(rule, skill('!`npm test`\n'), { path: '/project/.claude/agents/a.md' });
  });

  test('says of the first releases only what was seen', () => {
    const first = { runtime: 'claude-code@2.1.7' } as const;
    const body = '!`«npm test»` !`git status --porcelain=v2 --branch` !`gh repo view --json name` !`echo hi`\n';
    expectFindings(rule, skill(body), first);
  });

  test('knows the settings of the session', async () => {
    const settings = (values: object) => ({ '/project/.claude/settings.local.json': JSON.stringify(values) });
    const body = skill('!`npm test`\n');
    await expectInSession(rule, path, skill('!`«npm test»`\n'), {});
    await expectInSession(rule, path, body, settings({ permissions: { allow: ['Bash(npm test:*)'] } }));
    await expectInSession(rule, path, body, settings({ disableSkillShellExecution: true }));
    const denied = skill('!`«npm test»`\n', 'allowed-tools: Bash');
    const [finding] = await expectInSession(rule, path, denied, settings({ permissions: { deny: ['Bash'] } }));
    expect(finding?.message).toContain('Permission to use Bash has been denied');
    expect(finding?.fixes).toEqual([]);
  });

  test('knows the folders of the session', async () => {
    await expectInSession(rule, path, skill('!`«cat /shared/notes.md»`\n'), {});
    const reads = skill('!`cat /shared/notes.md`\n');
    await expectInSession(rule, path, reads, {}, { addedFolders: ['/shared'] });
    await expectInSession(rule, path, skill('!`cat ~/shared/notes.md`\n'), {}, { addedFolders: ['/home/me/shared'] });
    await expectInSession(rule, path, skill('!`«cat ~/shared/notes.md»`\n'), {});
  });

  test('takes the folder of a session for trusted, but obeys an organization', async () => {
    const project = { '/project/.claude/settings.json': { permissions: { allow: ['Bash(npm test:*)'] } } };
    await expectInSession(rule, path, skill('!`npm test`\n'), project);
    const managed = { '/etc/claude-code/managed-settings.json': { allowManagedPermissionRulesOnly: true } };
    await expectInSession(rule, path, skill('!`«npm test»`\n'), { ...project, ...managed });
  });

  test('adds the rule as the field is written', () => {
    const added = (before: string[], after: string[], command = 'npm test') =>
      expectFix(rule, skill(`!\`${command}\`\n`, ...before), skill(`!\`${command}\`\n`, ...after));
    expect(added([], ['allowed-tools: "Bash(npm test:*)"']).safe).toBe(false);
    added(['allowed-tools: Read'], ['allowed-tools: Read, Bash(npm test:*)']);
    added(['allowed-tools: Read Grep # why'], ['allowed-tools: Read Grep Bash(npm test:*) # why']);
    added(['allowed-tools: "Read, Grep"'], ['allowed-tools: "Read, Grep, Bash(npm test:*)"']);
    added(['allowed-tools: [Read, "Grep"]'], ['allowed-tools: [Read, "Grep", "Bash(npm test:*)"]']);
    added(['allowed-tools: []'], ['allowed-tools: [Bash(npm test:*)]']);
    added(
      ['allowed-tools:', '  - Read', '  - Grep # why', 'model: opus'],
      ['allowed-tools:', '  - Read', '  - Grep # why', '  - Bash(npm test:*)', 'model: opus'],
    );
    // Claude Code reads this as if it had quotes.
    added(['allowed-tools: %Read'], ['allowed-tools: "%Read, Bash(npm test:*)"']);
    added(['allowed-tools:'], ['allowed-tools: "Bash(npm test:*)"']);
    added([], ['allowed-tools: "Bash(npm test:*), Bash(touch:*)"'], 'npm test && touch made.txt');
  });

  test('gives commands a frontmatter, and keeps CRLF', () => {
    const commands = { path: '/project/.claude/commands/a.md' };
    expectFix(
      rule,
      '!`npm test`\r\n',
      '---\r\nallowed-tools: "Bash(npm test:*)"\r\n---\r\n\r\n!`npm test`\r\n',
      commands,
    );
    const windows = (...fields: string[]) => skill('🎯 !`npm test`\n', ...fields).replaceAll('\n', '\r\n');
    expectFix(rule, windows('allowed-tools:', '- Read'), windows('allowed-tools:', '- Read', '- Bash(npm test:*)'));
  });

  test('offers nothing where the fields are lost', () => {
    const [finding] = expectFindings(rule, '---\ndescription: "x\n---\n!`«npm test»`\n');
    expect(finding?.fixes).toEqual([]);
  });
});
