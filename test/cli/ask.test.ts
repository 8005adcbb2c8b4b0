import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FakeAnswers, type FakeSkill, fakeAnswers, writeFakeClaudeCode } from '../fake-claude-code.ts';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

async function session(answersFor: (skills: readonly FakeSkill[]) => FakeAnswers, options = {}) {
  const root = await temporaryFolder({
    'app/.git/HEAD': '',
    'app/.claude/skills/greet/SKILL.md': '---\ndescription: Greets.\n---\nHello.\n',
    'home/.keep': '',
  });
  const answers = answersFor([{ name: 'greet', path: `${root}/app/.claude/skills/greet/SKILL.md`, tokens: 5 }]);
  mkdirSync(`${root}/bin`);
  const claude = writeFakeClaudeCode(`${root}/bin`, answers, options);
  const args = ['list', '--cwd', `${root}/app`, '--home', `${root}/home`, '--ask', '--claude', claude];
  return { root, claude, args };
}

describe.skipIf(process.platform === 'win32')('list --ask', () => {
  test('says that the installed Claude Code confirms the list, and starts it without hooks and servers', async () => {
    const { root, claude, args } = await session((skills) => fakeAnswers(skills));
    const { code, stdout } = await runCli(args);
    expect(stdout).toMatch(/\nClaude Code 9\.9\.9 confirms this list \(asked in \d+\.\d s\)\n/);
    expect(code).toBe(0);

    const started = JSON.parse(readFileSync(path.join(path.dirname(claude), 'started.json'), 'utf8'));
    expect(started.folder).toBe(`${root}/app`);
    expect(started.args).toContain('--strict-mcp-config');
    const settings = JSON.parse(started.args[started.args.indexOf('--settings') + 1]);
    expect(settings).toMatchObject({ disableAllHooks: true, apiKeyHelper: '' });
  });

  test('shows both sides of what an unknown release sees differently', async () => {
    const { root, args } = await session(([greet]) => ({
      ...fakeAnswers([
        { ...greet!, tokens: 99 },
        { name: 'other', path: '/elsewhere/SKILL.md' },
      ]),
      list_permission_rules: { state: { rules: [{ rule: 'Skill(x)', behavior: 'deny', source: 'userSettings' }] } },
    }));
    const { code, stdout } = await runCli([...args, '--format', 'json']);
    const file = `${root}/app/.claude/skills/greet/SKILL.md`;
    expect(JSON.parse(stdout).asked).toMatchObject({
      version: '9.9.9',
      confirmed: false,
      differences: [
        { kind: 'tokens', subject: 'greet', path: file, skillwright: '5 tokens', claudeCode: '99 tokens' },
        {
          kind: 'seen',
          subject: 'other',
          skillwright: 'there is no such skill',
          claudeCode: 'the model sees it, and it is offered after `/`',
        },
        { kind: 'rule', subject: 'Skill(x)', skillwright: 'does not know the rule', claudeCode: 'denies it' },
      ],
    });
    expect(code).toBe(1);
  });

  test('confirms nothing where an answer is missing or has another form', async () => {
    const { args } = await session((skills) => ({
      ...fakeAnswers(skills),
      get_context_usage: { skills: 'many' },
      get_settings: 'Unsupported control request subtype',
    }));
    const { code, stdout } = await runCli(args);
    expect(stdout).toContain('Claude Code 9.9.9 did not say which skills it sees');
    expect(stdout).toContain(
      'Not compared: Skills that the model sees: the answer to `get_context_usage` has an unknown',
    );
    expect(stdout).toContain('Not compared: Settings: `get_settings` was answered with “Unsupported control request');
    expect(code).toBe(1);
  });

  test('says why Claude Code cannot be asked', async () => {
    const { root, args } = await session(() => ({}));
    const missing = await runCli([...args.slice(0, -1), `${root}/no-such-program`]);
    expect(missing.stdout).toMatch(/Claude Code could not be asked: .*no-such-program/);
    expect(missing.code).toBe(1);
    const combined = await runCli([...args, '--managed', root]);
    expect([combined.code, combined.stderr]).toEqual([
      2,
      expect.stringContaining('--ask cannot be combined with --managed'),
    ]);
  });
});
