import { describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const skill = (description: string, more = '') => `---\ndescription: ${description}\n${more}---\n\nDo it.\n`;

/** A home, a managed folder and a project; options that make a session of them. */
async function session(files: Readonly<Record<string, string>>) {
  const root = await temporaryFolder({ 'app/.git/HEAD': '', 'home/.keep': '', 'managed/.keep': '', ...files });
  const options = ['--cwd', `${root}/app`, '--home', `${root}/home`, '--managed', `${root}/managed`];
  return { root, options };
}

describe('list', () => {
  test('shows what a repository offers apart from the session', async () => {
    const { root, options } = await session({
      'app/plugins/office/.claude-plugin/plugin.json': '{ "name": "office" }',
      'app/plugins/office/skills/pdf/SKILL.md': skill('Reads PDF files'),
      'app/skills/notes/SKILL.md': skill('Keeps notes'),
    });
    const json = JSON.parse((await runCli(['list', '--format', 'json', ...options])).stdout);
    expect([json.skills, json.listing]).toEqual([[], '']);
    expect(json.repository).toEqual([
      {
        kind: 'plugin',
        name: 'office',
        path: `${root}/app/plugins/office`,
        problem: null,
        skills: [
          {
            name: 'office:pdf',
            path: `${root}/app/plugins/office/skills/pdf/SKILL.md`,
            status: 'active',
            reason: null,
            listing: '- office:pdf: Reads PDF files',
          },
        ],
      },
      expect.objectContaining({ kind: 'collection', name: 'skills', path: `${root}/app/skills` }),
    ]);
    const { stdout } = await runCli(['list', ...options]);
    expect(stdout).toContain('No skills found');
    expect(stdout).toMatch(/In this repository .*\n {2}Plugin: office {2}plugins\/office\n {4}office:pdf\n {2}skills/);
  });

  test('says which plugins of the folder cannot be installed, and why', async () => {
    const plugins = [
      { name: 'office', source: 'plugins/office' },
      { name: 'far', source: { source: 'github', repo: 'far' } },
    ];
    const { root, options } = await session({
      'app/.claude-plugin/marketplace.json': JSON.stringify({ name: 'shop', owner: { name: 'me' }, plugins }),
      'app/plugins/office/.claude-plugin/plugin.json': '{ "name": "office" }',
      'app/plugins/office/skills/pdf/SKILL.md': skill('Reads PDF files'),
    });
    const marketplace = `${root}/app/.claude-plugin/marketplace.json`;
    const json = JSON.parse((await runCli(['list', '--format', 'json', ...options])).stdout);
    const problem = 'The `source` of its entry must begin with `./`, so the plugin cannot be installed';
    expect(json.repository).toMatchObject([
      { name: 'office', problem, errors: [{ path: marketplace }], skills: [{ status: 'disabled', reason: problem }] },
    ]);
    const message = '`far` cannot be installed: the `repo` of its source has no owner';
    expect(json.repositoryErrors).toEqual([{ source: 'plugin', path: marketplace, message }]);
    const { stdout } = await runCli(['list', ...options]);
    expect(stdout).toContain(`office:pdf\n    error  .claude-plugin/marketplace.json  ${problem}\n`);
    expect(stdout).toContain(`\n  error  .claude-plugin/marketplace.json  ${message}\n`);
  });

  test('tells of every skill what becomes of it', async () => {
    const { root, options } = await session({
      'managed/.claude/skills/guard/SKILL.md': skill('Guards'),
      'home/.claude/skills/pdf/SKILL.md': skill('Reads PDF files', 'name: paper\nwhen_to_use: For scans\n'),
      'app/.claude/skills/guard/SKILL.md': skill('Guards here'),
      'app/.claude/skills/old/SKILL.md': skill('Old', 'disable-model-invocation: true\nuser-invocable: false\n'),
      'app/.claude/skills/styles/SKILL.md': skill('Styles', 'paths: "*.css"\n'),
      'app/.claude/skills/loose.md': skill('Loose'),
      'app/.claude/commands/git/tidy.md': 'Tidy up.\n',
      'app/web/.claude/skills/web/SKILL.md': skill('Web'),
      'app/.claude/agents/helper.md': '---\nname: helper\ndescription: Helps\nskills: pdf\n---\nHelp.\n',
    });
    const { code, stdout, stderr } = await runCli(['list', '--format', 'json', ...options]);
    expect([code, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout);
    const told = report.skills.map((it: Record<string, unknown>) => [it.name, it.tier, it.status, it.listing]);
    expect(told).toEqual([
      ['guard', 'managed', 'active', '- guard: Guards'],
      ['pdf', 'user', 'active', '- pdf (paper): Reads PDF files - For scans'],
      ['guard', 'project', 'shadowed', null],
      ['loose', 'project', 'misplaced', null],
      ['old', 'project', 'dead', null],
      ['styles', 'project', 'conditional', null],
      ['web', 'nested', 'conditional', null],
      ['git:tidy', 'command', 'active', '- git:tidy: Tidy up.'],
    ]);
    expect(report.skills[1]).toMatchObject({
      displayName: 'paper',
      aliases: ['paper'],
      invokeAs: ['/pdf', '/paper'],
      path: `${root}/home/.claude/skills/pdf/SKILL.md`,
      hasUserSpecifiedDescription: true,
      whenToUse: 'For scans',
      argumentHint: null,
      allowedTools: [],
      model: null,
      agents: ['helper'],
    });
    expect(report.filters).toEqual({
      model: ['guard', 'pdf', 'git:tidy'],
      user: ['guard', 'pdf'],
      slash: ['guard', 'pdf', 'git:tidy'],
    });
    expect(report.listing).toBe('- guard: Guards\n- pdf (paper): Reads PDF files - For scans\n- git:tidy: Tidy up.');
    expect(report.errors).toEqual([]);
  });

  test('brings what waits for a file when it was touched', async () => {
    const { options } = await session({
      'app/.claude/skills/styles/SKILL.md': skill('Styles', 'paths: "*.css"\n'),
      'app/web/.claude/skills/web/SKILL.md': skill('Web'),
      'app/web/a.css': '',
    });
    const { stdout } = await runCli(['list', '--format', 'json', '--touched', 'web/a.css', ...options]);
    expect(JSON.parse(stdout).filters.model).toEqual(['styles', 'web']);
  });

  test.each(['web/b.css', 'web'])('says that there is no file %s to touch', async (path) => {
    const { root, options } = await session({ 'app/web/a.css': '' });
    expect(await runCli(['list', '--touched', 'web/a.css', '--touched', path, ...options])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `skillwright: No such file: ${root}/app/${path} (--touched)\n`,
    });
  });

  test('names broken sources and shows the rest', async () => {
    const { root, options } = await session({
      'home/.claude/skills/pdf/SKILL.md': skill('Reads PDF files'),
      'app/.claude/skills': 'no folder',
      'app/.claude/settings.json': '{ broken',
      'broken/.claude-plugin/plugin.json': '{ "name": "two words" }',
    });
    const { code, stdout } = await runCli(['list', '--format', 'json', ...options, '--plugin-dir', `${root}/broken`]);
    const { skills, errors } = JSON.parse(stdout);
    expect([code, skills.length]).toEqual([0, 1]);
    expect(
      errors.map((it: { source: string; path: string }) => [it.source, it.path.slice(root.length)]).sort(),
    ).toEqual([
      ['plugin', '/broken/.claude-plugin/plugin.json'],
      ['project', '/app/.claude/skills'],
      ['settings', '/app/.claude/settings.json'],
    ]);
    const text = await runCli(['list', ...options]);
    expect(text.stdout).toContain('.claude/settings.json');
    expect(text.stdout).toContain('1 found, 1 loaded, 1 shown to the model');
  });

  test('filters, and switches tiers off as the client does', async () => {
    const { options } = await session({
      'home/.claude/skills/a/SKILL.md': skill('A', 'user-invocable: false\n'),
      'app/.claude/skills/b/SKILL.md': skill('B', 'disable-model-invocation: true\n'),
    });
    const names = async (...more: string[]) => {
      const { stdout } = await runCli(['list', '--format', 'json', ...options, ...more]);
      return JSON.parse(stdout).skills.map(({ name }: { name: string }) => name);
    };
    expect(await names()).toEqual(['a', 'b']);
    expect(await names('--filter', 'model')).toEqual(['a']);
    expect(await names('--filter', 'slash')).toEqual(['b']);
    expect(await names('--setting-sources', 'project')).toEqual(['b']);
    expect(await names('--setting-sources', '')).toEqual([]);
  });

  test('says what is wrong with an option', async () => {
    const { options } = await session({});
    expect(await runCli(['list', ...options, '--setting-sources', 'everything'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('user, project, local'),
    });
    expect((await runCli(['list', '--cwd', '/nowhere'])).code).toBe(2);
    expect(await runCli(['list', ...options])).toMatchObject({ code: 0, stdout: 'No skills found\n' });
  });

  test('sends no control character to a terminal', async () => {
    const { options } = await session({ 'app/.claude/skills/a/SKILL.md': skill('"A \\e[31mred\\e[0m one"') });
    expect((await runCli(['list', ...options])).stdout).not.toContain('\u001B');
  });
});

describe('budget', () => {
  const files = {
    'app/.claude/skills/long/SKILL.md': skill('x'.repeat(900)),
    'app/.claude/skills/short/SKILL.md': skill('Short'),
  };

  test('tells how the listing fits', async () => {
    const { options } = await session(files);
    const { code, stdout } = await runCli(['budget', '--format', 'json', ...options, '--model', 'claude-sonnet-4-5']);
    const report = JSON.parse(stdout);
    expect([code, report.budget, report.source, report.exact]).toEqual([0, 8000, 'default', true]);
    const ours = report.entries.filter(({ id }: { id?: string }) => id !== undefined);
    expect(ours.map(({ name, chars, full, state }: Record<string, unknown>) => [name, chars, full, state])).toEqual([
      ['long', 908, 908, 'full'],
      ['short', 14, 14, 'full'],
    ]);
  });

  test('says whose each of the largest skills is', async () => {
    const { options } = await session(files);
    const { stdout } = await runCli(['budget', ...options]);
    const largest = stdout.slice(stdout.indexOf('Largest'));
    expect(largest).toMatch(/^ +908 {2}long {2}Project$/m);
    expect(largest).toMatch(/^ +[\d,]+ {2}claude-api {2}Claude Code$/m);
  });

  test('takes the budget from the environment, and thinks of others', async () => {
    const { options } = await session(files);
    const run = async (more: string[], env = {}) => {
      const { stdout } = await runCli(['budget', '--format', 'json', ...options, ...more], { env });
      const { budget, source, entries } = JSON.parse(stdout);
      return [budget, source, entries.find(({ name }: { name: string }) => name === 'long').state];
    };
    expect(await run([], { SLASH_COMMAND_TOOL_CHAR_BUDGET: '500' })).toEqual([500, 'env', 'name-only']);
    expect(await run(['--budget', '6500'])).toEqual([6500, 'what-if', 'name-only']);
    expect(await run(['--context-window', '200000'])).toEqual([6000, 'default', 'name-only']);
    expect(await run(['--runtime', 'claude-code@2.1.7', '--budget', '100'])).toEqual([100, 'what-if', 'hidden']);
  });

  test('fails where more is taken than allowed', async () => {
    const { options } = await session(files);
    expect((await runCli(['budget', ...options, '--max', '90%'])).code).toBe(0);
    const failed = await runCli(['budget', ...options, '--max', '5000']);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('--max allows 5000') });
    expect((await runCli(['budget', ...options, '--max', 'much'])).code).toBe(2);
  });
});
