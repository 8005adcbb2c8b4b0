import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ProofReport } from '../../server/src/protocol.ts';
import { type NotedStart, writePromptedClaudeCode } from '../prompted-claude-code.ts';
import { bundleCliForTests, runCli } from './cli-process.ts';

bundleCliForTests();

const skill = (body: string) => `---\ndescription: Reviews.\n---\n${body}`;

/** A project with the skill `review`, a home, a program in place of Claude Code, and a folder for temporary files. */
async function machine(body = 'Review $ARGUMENTS.\n', more: Readonly<Record<string, string>> = {}) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-prove-test-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (name: string, text: string) => {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  for (const folder of ['home', 'tmp', 'project/.git']) await mkdir(path.join(root, folder), { recursive: true });
  await write('project/.claude/skills/review/SKILL.md', skill(body));
  for (const [name, text] of Object.entries(more)) await write(name, text);
  const claude = writePromptedClaudeCode(root);
  const home = path.join(root, 'home');
  const env = { HOME: home, USERPROFILE: home, TMPDIR: path.join(root, 'tmp'), GITHUB_TOKEN: 'secret', LANG: 'C' };
  const prove = (...args: string[]) =>
    runCli(['prove', 'review', ...args, '--claude', claude], { cwd: path.join(root, 'project'), env });
  const started = () => JSON.parse(readFileSync(path.join(root, 'started.json'), 'utf8')) as NotedStart;
  return { root, prove, started, temporary: () => readdirSync(path.join(root, 'tmp')) };
}

describe.skipIf(process.platform === 'win32')('skillwright prove', () => {
  test('exits with 0 if Claude Code sends what the preview shows', async () => {
    const { prove, temporary } = await machine();
    const run = await prove('main..HEAD');
    expect(run.stdout).toMatch(
      /^Equal: Claude Code 9\.9\.9 sends exactly what the preview shows, \d+ bytes\nThe listing (is equal|differs).*\n/,
    );
    expect(run.stderr).toMatch(/The preview follows Claude Code as verified with [\d.]+, not 9\.9\.9/);
    expect(run.code).toBe(0);
    expect(temporary()).toEqual([]);
  });

  test('exits with 1 and shows the difference', async () => {
    const { prove } = await machine();
    const run = await prove('differently');
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('Different: Claude Code 9.9.9 sends something else than the preview shows\n');
    expect(run.stdout).toContain('\n+changed\n');
  });

  test('exits with 2 if Claude Code cannot be asked', async () => {
    const { prove, temporary, root } = await machine();
    const crashed = await prove('crash');
    expect(crashed).toMatchObject({ code: 2, stdout: '' });
    expect(crashed.stderr).toBe('skillwright: Claude Code sent nothing. It says: Something broke\n');
    expect(temporary()).toEqual([]);

    const missing = await runCli(['prove', 'review', '--claude', 'nowhere'], { cwd: path.join(root, 'project') });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/^skillwright: There is no program at .*nowhere, which --claude names/);
  });

  test('compares what Claude Code says instead of sending anything', async () => {
    const { prove } = await machine('Review $ARGUMENTS.\n');
    const run = await prove('silently');
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('+[Claude Code sends nothing and says:]');
    expect(run.stdout).toContain('+Said nothing');
  });

  test('prints both sides as JSON', async () => {
    const { prove, root } = await machine();
    const { stdout } = await prove('main', '--format', 'json');
    const report = JSON.parse(stdout) as ProofReport;
    const body = `Base directory for this skill: ${root}/project/.claude/skills/review\n\nReview main.\n`;
    expect(report).toMatchObject({ invocation: '/review main', isEqual: true, claudeCodeVersion: '9.9.9' });
    expect(report.sent).toContain(body);
    expect(report.preview).toBe(report.sent);
    expect(report.listing!.sent).toBe('- review: Reviews.\n- own: A skill of Claude Code.\n');
    const typed = '<command-message>review</command-message>\n<command-name>/review</command-name>\n';
    expect(report.bytes).toBe(Buffer.byteLength(`${typed}<command-args>main</command-args>\n${body}`));
    expect(JSON.parse(report.request!)).toMatchObject({ model: 'm' });
  });

  test('does not let commands run without --run-shell', async () => {
    const { prove, started } = await machine('Diff: !`echo ran` end\n', {
      'project/.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash'] } }),
    });
    const without = await prove();
    expect(without).toMatchObject({ code: 0 });
    expect(without.stderr).toContain('The command of the skill was not run: both sides were compared with commands');
    expect(started().settings).toMatchObject({
      disableSkillShellExecution: true,
      permissions: { deny: ['Bash', 'PowerShell', 'Monitor'] },
    });

    const given = await prove('--run-shell');
    expect(given).toMatchObject({ code: 0 });
    expect(given.stderr).not.toContain('not run');
    expect(started().settings).not.toHaveProperty('disableSkillShellExecution');
    expect(started().settings).not.toHaveProperty('permissions');
  });

  test('gives Claude Code what matters of the configuration, and no key, hook or helper', async () => {
    const { prove, started, root } = await machine('Review $ARGUMENTS.\n', {
      'home/.claude/settings.json': JSON.stringify({
        hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch hooked' }] }] },
        apiKeyHelper: 'echo key',
        statusLine: { type: 'command', command: 'touch status' },
        permissions: { allow: ['Bash(git *)'] },
        skillOverrides: { other: 'off' },
        env: { STYLE: 'short', API_TOKEN: 'secret', ANTHROPIC_BASE_URL: 'https://elsewhere.example' },
      }),
      'home/.claude/.credentials.json': '{"secret":1}',
      'home/.claude/skills/mine/SKILL.md': skill('Mine'),
      'home/.claude/plugins/installed_plugins.json': '{"version":2,"plugins":{}}',
      'home/.claude/plugins/known_marketplaces.json':
        '{"m":{"source":{"source":"github","repo":"a/b"},"installLocation":"/m","autoUpdate":true}}',
      'home/.claude.json': JSON.stringify({
        oauthAccount: { mail: 'a@b.example' },
        skillUsage: { mine: { usageCount: 3 } },
      }),
      'project/.claude/settings.json': JSON.stringify({
        awsAuthRefresh: 'touch refreshed',
        env: { CLAUDE_CODE_USE_BEDROCK: '1', HTTPS_PROXY: 'http://elsewhere.example', STYLE: 'long' },
      }),
    });
    expect(await prove('main')).toMatchObject({ code: 0 });
    const { config, settings, environment, args, folder } = started();
    // From Node 22 on, what is in a linked folder is listed, too.
    const linked = /^skills\//;
    expect(
      Object.keys(config)
        .filter((name) => !linked.test(name))
        .sort(),
    ).toEqual([
      '.claude.json',
      'plugins/installed_plugins.json',
      'plugins/known_marketplaces.json',
      'settings.json',
      'skills',
    ]);
    expect(JSON.parse(config['settings.json']!)).toEqual({
      permissions: { allow: ['Bash(git *)'] },
      skillOverrides: { other: 'off' },
      env: { STYLE: 'short' },
    });
    expect(JSON.parse(config['.claude.json']!)).toEqual({
      hasCompletedOnboarding: true,
      skillUsage: { mine: { usageCount: 3 } },
      projects: {},
    });
    expect(JSON.parse(config['plugins/known_marketplaces.json']!).m).not.toHaveProperty('autoUpdate');
    const { ANTHROPIC_BASE_URL: server, ANTHROPIC_API_KEY: key } = environment;
    expect(server).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(settings).toEqual({
      disableAllHooks: true,
      apiKeyHelper: '',
      awsAuthRefresh: '',
      disableSkillShellExecution: true,
      permissions: { deny: ['Bash', 'PowerShell', 'Monitor'] },
      env: {
        CLAUDE_CODE_USE_BEDROCK: '',
        HTTPS_PROXY: '',
        ANTHROPIC_BASE_URL: server,
        ANTHROPIC_API_KEY: key,
        CLAUDE_CONFIG_DIR: environment.CLAUDE_CONFIG_DIR,
        API_TOKEN: '',
      },
    });
    expect(environment).not.toHaveProperty('GITHUB_TOKEN');
    expect(environment).toMatchObject({ HOME: path.join(root, 'home'), LANG: 'C', GIT_OPTIONAL_LOCKS: '0' });
    expect(args).toEqual(expect.arrayContaining(['--strict-mcp-config', '--no-session-persistence']));
    expect(folder).toBe(path.join(root, 'project'));
    expect(environment.CLAUDE_CONFIG_DIR).toMatch(new RegExp(`^${root}/tmp/skillwright-scratch-\\d+-\\w+/config$`));
    expect(existsSync(environment.CLAUDE_CONFIG_DIR!)).toBe(false);
    expect(existsSync(path.join(root, 'home/.claude/skills/mine/SKILL.md'))).toBe(true);
  });

  test('does not start Claude Code if an organization makes it start other programs', async () => {
    const { prove, root } = await machine('Review.\n', {
      'managed/managed-settings.json': JSON.stringify({ hooks: {} }),
      'other/managed-settings.json': JSON.stringify({ env: { HTTPS_PROXY: 'http://proxy.example' } }),
      'servers/managed-mcp.json': '{}',
      'harmless/managed-settings.json': JSON.stringify({ availableModels: ['opus'], env: { EDITOR: 'vi' } }),
    });
    for (const [managed, what] of [
      ['managed', '`hooks`'],
      ['other', '`HTTPS_PROXY`'],
      ['servers', 'MCP servers'],
    ] as const) {
      const run = await prove('--managed', path.join(root, managed));
      expect(run.code, managed).toBe(2);
      expect(run.stderr).toMatch(`of your organization sets ${what}, which cannot be turned off`);
    }
    expect(existsSync(path.join(root, 'started.json'))).toBe(false);
    expect(await prove('--managed', path.join(root, 'harmless'))).toMatchObject({ code: 0 });
  });

  test('does not compare a skill that Claude Code does not load', async () => {
    const { root } = await machine('Review.\n', { 'elsewhere/SKILL.md': skill('Else') });
    const cwd = path.join(root, 'project');
    const run = await runCli(['prove', path.join(root, 'elsewhere')], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/^skillwright: Claude Code does not load it in this session: /);
    const session = await runCli(['prove', 'review', '--session', 'mine'], { cwd });
    expect(session).toMatchObject({ code: 2, stderr: 'skillwright: Claude Code accepts only a UUID as session ID\n' });
  });

  test('deletes what a killed run left, but nothing that leads elsewhere', async () => {
    const { prove, root, temporary } = await machine('Review.\n', {
      'tmp/skillwright-scratch-999999999-0123456789ab/config/settings.json': '{}',
      'kept/file': 'kept',
    });
    const left = path.join(root, 'tmp/skillwright-scratch-999999999-0123456789ab');
    await symlink(path.join(root, 'kept'), path.join(left, 'config/skills'));
    await symlink(path.join(root, 'kept'), path.join(root, 'tmp/skillwright-scratch-999999998-0123456789ab'));
    expect(await prove()).toMatchObject({ code: 0 });
    // It may still be in use.
    expect(temporary()).toHaveLength(2);
    const hourAgo = new Date(Date.now() - 60 * 60 * 1000);
    await utimes(left, hourAgo, hourAgo);
    expect(await prove()).toMatchObject({ code: 0 });
    expect(temporary()).toEqual(['skillwright-scratch-999999998-0123456789ab']);
    expect(readFileSync(path.join(root, 'kept/file'), 'utf8')).toBe('kept');
  });
});
