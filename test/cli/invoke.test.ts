import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const free = '---\ndescription: D\n---\nSays $ARGUMENTS.\n';
const risky = '---\ndescription: D\nallowed-tools: Bash(echo *)\nmodel: haiku\n---\nSays $0.\n';

async function invoke(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<{ code: number | null; report: Record<string, unknown>; stderr: string; root: string }> {
  const root =
    folder ?? (await temporaryFolder({ 'app/.git/HEAD': '', 'home/.keep': '', 'managed/.keep': '', ...files }));
  const options = ['--cwd', `${root}/app`, '--home', `${root}/home`, '--managed', `${root}/managed`];
  const { code, stdout, stderr } = await runCli(['invoke', ...args, '--format', 'json', ...options]);
  return { code, stderr, root, report: stdout === '' ? {} : JSON.parse(stdout.replaceAll(root, '')) };
}

const skills = { 'app/.claude/skills/free/SKILL.md': free, 'app/.claude/skills/risky/SKILL.md': risky };

const nothing = {
  allowedTools: [],
  disallowedTools: [],
  model: null,
  effort: null,
  maxThinkingTokens: null,
  hooks: null,
  fork: null,
};

describe('invoke', () => {
  test('loads what needs no permission, with the arguments as they are', async () => {
    const { code, report } = await invoke(['/free', ' a  b '], skills);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      decision: 'allow',
      rule: null,
      suggestedRule: null,
      error: null,
      toolResult: { isError: false, text: 'Launching skill: free' },
      messages: [
        {
          role: 'user',
          isMeta: true,
          text: 'Base directory for this skill: /app/.claude/skills/free\n\nSays  a  b .\n',
        },
      ],
      contextChange: nothing,
    });
  });

  test('tells which rule is missing where nobody can be asked', async () => {
    const { code, report } = await invoke(['risky', 'x'], skills);
    expect(code).toBe(1);
    expect(report).toMatchObject({
      decision: 'deny',
      suggestedRule: 'Skill(risky)',
      ask: { question: 'Execute skill: risky' },
      toolResult: {
        isError: true,
        text: 'Execute skill: risky. The user can add the allow rule Skill(risky) to .claude/settings.local.json to let it run without asking.',
      },
      messages: [],
      contextChange: nothing,
    });
  });

  test('asks where somebody is there', async () => {
    const { code, report } = await invoke(['risky', '--interactive'], skills);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      decision: 'ask',
      toolResult: null,
      ask: { question: 'Execute skill: risky', rules: ['Skill(risky)', 'Skill(risky:*)'] },
    });
  });

  test('names the rule that decides, and says what an allowed skill changes', async () => {
    const { code, report } = await invoke(['risky', 'x', '--allowedTools', 'Read Skill(ri *)'], skills);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      decision: 'allow',
      rule: 'Skill(ri *)',
      ruleFrom: '--allowedTools',
      contextChange: { ...nothing, allowedTools: ['Bash(echo *)'] },
      notes: [expect.stringContaining('`model: haiku` has no effect here')],
    });
  });

  test('is denied by a rule, whatever else allows it', async () => {
    const settings = JSON.stringify({ permissions: { deny: ['Skill(free)'], allow: ['Skill'] } });
    const { code, report } = await invoke(['free'], { ...skills, 'app/.claude/settings.local.json': settings });
    expect(code).toBe(1);
    expect(report).toMatchObject({
      decision: 'deny',
      rule: 'Skill(free)',
      ruleFrom: '/app/.claude/settings.local.json',
      toolResult: { isError: true, text: 'Skill execution blocked by permission rules' },
    });
  });

  test('numbers what goes wrong', async () => {
    const hidden = { 'app/.claude/skills/h/SKILL.md': '---\ndisable-model-invocation: true\n---\nB\n' };
    const codes = await Promise.all(
      ['  ', 'fre', 'h', 'help'].map(async (name) => {
        const { code, report } = await invoke([name], { ...skills, ...hidden });
        return [code, report.decision, (report.error as { code: number }).code];
      }),
    );
    expect(codes).toEqual([1, 2, 4, 5].map((number) => [1, 'deny', number]));
  });

  test('shows what a fork reads', async () => {
    const fork = { 'app/.claude/skills/f/SKILL.md': '---\ndescription: D\ncontext: fork\nagent: Plan\n---\nDo $0\n' };
    const { report } = await invoke(['f', 'it'], fork);
    expect(report).toMatchObject({
      toolResult: { text: 'Skill "f" completed (forked execution).\n\nResult:\n<answer>' },
      messages: [],
      contextChange: { ...nothing, fork: { agent: 'Plan' } },
      forkPrompt: 'Base directory for this skill: /app/.claude/skills/f\n\nDo it\n',
    });
  });

  test('has the agent that a fork gets where the one it names is not there', async () => {
    const named = (agent: string) => `---\ndescription: D\ncontext: fork\nagent: ${agent}\n---\nDo it\n`;
    const own = '---\nname: helper\ndescription: Helps\n---\nHelp.\n';
    const files = {
      'app/.claude/skills/f/SKILL.md': named('nobody'),
      'app/.claude/skills/g/SKILL.md': named('helper'),
      'app/.claude/agents/helper.md': own,
    };
    expect((await invoke(['f'], files)).report).toMatchObject({
      contextChange: { fork: { agent: 'general-purpose' } },
    });
    expect((await invoke(['g'], files)).report).toMatchObject({ contextChange: { fork: { agent: 'helper' } } });
  });

  test('forgets arguments where the first releases do', async () => {
    const old = ['--runtime', 'claude-code@2.1.7'];
    const asked = ['free', 'x', ...old, '--allowedTools'];
    const text = async (rule: string) =>
      ((await invoke([...asked, rule], skills)).report.messages as { text: string }[])[0]!.text;
    expect(await text('Skill(free)')).toContain('Says $ARGUMENTS.');
    expect(await text('Skill')).toContain('Says x.');
  });

  test('writes the rule only if asked twice', async () => {
    const first = await invoke(['risky', '--always-allow'], skills);
    const file = `${first.root}/app/.claude/settings.local.json`;
    expect(first.report).toMatchObject({ alwaysAllow: { rule: 'Skill(risky)', written: false } });
    await expect(readFile(file)).rejects.toThrow();
    const second = await invoke(['risky', '--always-allow', '--yes'], {}, first.root);
    expect(second.report).toMatchObject({ alwaysAllow: { written: true } });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ permissions: { allow: ['Skill(risky)'] } });
    const third = await invoke(['risky', 'x'], {}, first.root);
    expect(third.report).toMatchObject({ decision: 'allow', rule: 'Skill(risky)' });
  });

  test('makes no message of blank text', async () => {
    const commands = {
      'app/.claude/commands/blank.md': '$ARGUMENTS \n',
      'app/.claude/commands/fork.md': '---\ncontext: fork\n---\n',
    };
    const { code, report } = await invoke(['blank'], commands);
    expect([code, report.toolResult, report.messages]).toEqual([
      0,
      { isError: false, text: 'Launching skill: blank' },
      [],
    ]);
    expect((await invoke(['fork'], commands)).report).toMatchObject({ messages: [], forkPrompt: '(no content)' });
  });

  test('says of commands that they were not run, and of one that failed silently that it was silent', async () => {
    const files = { 'app/.claude/skills/quiet/SKILL.md': '---\ndescription: D\n---\n!`false`\n' };
    const waiting = await invoke(['quiet'], files);
    expect(waiting.report.notes).toEqual(['Claude Code would run one command; --run-shell runs it here']);
    const failed = await invoke(['quiet', '--run-shell'], {}, waiting.root);
    expect([failed.code, failed.report.notes]).toEqual([1, ['The command printed nothing and ended with exit code 1']]);
    const introduced = { 'app/.claude/skills/any/SKILL.md': '---\ndescription: D\n---\n!$ARGUMENTS\n' };
    const held = await invoke(['any', '`echo made`', '--run-shell'], introduced);
    expect(held.report.notes).toEqual([
      'The arguments added a command that the file does not contain; --trust-arguments runs it, as Claude Code would',
    ]);
  });

  test('tells a call that comes to an error from one that is denied', async () => {
    const root = await temporaryFolder({ 'app/.git/HEAD': '', 'home/.keep': '', 'managed/.keep': '', ...skills });
    const options = ['--cwd', `${root}/app`, '--home', `${root}/home`, '--managed', `${root}/managed`];
    const unknown = await runCli(['invoke', 'fre', ...options]);
    expect(unknown.stdout).toMatch(/^Refused: error 2, before any rule is checked\nError: /);
    const denied = await runCli(['invoke', 'free', '--disallowedTools', 'Skill(free)', ...options]);
    expect(denied.stdout).toMatch(/^Decision: deny \(Skill\(free\) in --disallowedTools\)\n/);
  });

  test('tells wrong use in one line', async () => {
    const complaint = async (...args: readonly string[]) => {
      const { code, stderr } = await invoke(args, skills);
      expect(code).toBe(2);
      return stderr.trimEnd();
    };
    expect(await complaint('free', 'a', 'b')).toBe('skillwright: Put quotes around the arguments of free, as in "a b"');
    expect(await complaint('free', '--session', ' ')).toMatch(/--session <id>.* is invalid/);
    expect(await complaint('free', '--permission-mode', 'foo')).toMatch(
      /Allowed choices are default, acceptEdits, plan/,
    );
  });

  test('says what it does not know', async () => {
    const { code, stderr } = await invoke(['init'], skills);
    expect([code, stderr]).toEqual([
      2,
      'skillwright: `init` is a bundled skill of Claude Code: its text is not known here\n',
    ]);
  });
});
