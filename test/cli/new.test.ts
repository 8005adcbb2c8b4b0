import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { skillTemplates } from '../../server/src/dialect/skill-templates.ts';
import { skillText } from '../../server/src/jobs/skills/templates/render-template.ts';
import { bundleCliForTests, checkJson, runCli } from './cli-process.ts';

bundleCliForTests();

async function folder(): Promise<string> {
  const made = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-new-')));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

/** A new skill has nothing to repair, but its author has not written it yet. */
const onlyUnfilled = ['template-unfilled', 'template-unfilled'];

async function rulesIn(cwd: string): Promise<string[]> {
  const { report } = await checkJson([], { cwd });
  return report.findings.map(({ rule }) => rule);
}

describe('new', () => {
  test('creates a skill that only has to be written, where Claude Code reads it', async () => {
    const cwd = await folder();
    const file = path.join(cwd, '.claude/skills/reviewing-diffs/SKILL.md');
    expect(await runCli(['new', 'reviewing-diffs'], { cwd })).toEqual({
      code: 0,
      stdout: `Created ${file}\n`,
      stderr: '',
    });
    expect(await readFile(file, 'utf8')).toBe(skillText(skillTemplates[0]!, 'reviewing-diffs'));
    expect(await rulesIn(cwd)).toEqual(onlyUnfilled);
    const listed = await runCli(['list', '--format', 'json'], { cwd });
    expect(JSON.parse(listed.stdout).filters.model).toContain('reviewing-diffs');
  });

  test('reports as JSON, in a folder of its own or among those of the user', async () => {
    const cwd = await folder();
    const home = await folder();
    const plugin = await runCli(
      ['new', 'Sum Up', '--in', 'plugin/skills', '--template', 'command', '--format', 'json'],
      { cwd },
    );
    expect(JSON.parse(plugin.stdout)).toEqual({
      name: 'Sum Up',
      template: 'command',
      path: path.join(cwd, 'plugin/skills/Sum Up/SKILL.md'),
      warning: expect.stringContaining('other products accept only'),
    });
    const own = await runCli(['new', 'summing-up', '--user', '--home', home], { cwd });
    expect(own.stdout).toBe(`Created ${path.join(home, '.claude/skills/summing-up/SKILL.md')}\n`);
    expect(await readdir(cwd)).toEqual(['plugin']);
  });

  test('can print the text and create nothing', async () => {
    const cwd = await folder();
    const { stdout, code } = await runCli(['new', 'demo', '--template', 'canonical', '--stdout'], { cwd });
    expect({ stdout, code }).toEqual({ stdout: skillText(skillTemplates.at(-1)!, 'demo'), code: 0 });
    expect(await readdir(cwd)).toEqual([]);
  });

  test('its help lists the templates', async () => {
    const { stdout } = await runCli(['new', '--help']);
    for (const { id, detail } of skillTemplates) expect(stdout).toMatch(new RegExp(`${id} +${detail}`));
  });

  test.each([
    ['../out', 'must be valid as a folder name on every system'],
    ['a/b', 'must be valid as a folder name on every system'],
    ['..', 'must be valid as a folder name on every system'],
    ['nul', 'must be valid as a folder name on every system'],
    ['a\u202Eb', 'must be valid as a folder name on every system'],
    ['synced', 'reserves the name'],
  ])('rejects the name %s', async (name, message) => {
    const cwd = await folder();
    const { code, stdout, stderr } = await runCli(['new', name], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('overwrites nothing, and follows no link', async () => {
    const cwd = await folder();
    const skills = path.join(cwd, '.claude/skills');
    await mkdir(path.join(skills, 'there'), { recursive: true });
    await writeFile(path.join(skills, 'there/SKILL.md'), 'mine');
    await symlink(path.join(cwd, 'elsewhere'), path.join(skills, 'linked'));
    for (const name of ['there', 'linked']) {
      const { code, stderr } = await runCli(['new', name], { cwd });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `skillwright: It already exists: ${path.join(skills, name)}\n`,
      });
    }
    expect(await readFile(path.join(skills, 'there/SKILL.md'), 'utf8')).toBe('mine');
  });

  test('offers an old release only what it reads', async () => {
    const { code, stderr } = await runCli(['new', 'a', '--template', 'command', '--runtime', 'claude-code@2.1.7'], {
      cwd: await folder(),
    });
    expect(code).toBe(2);
    expect(stderr).toContain('does not read the fields of the template command');
  });

  test('creates a plugin without findings, with a skill and all that a plugin to share needs', async () => {
    const cwd = await folder();
    const { code, stdout } = await runCli(['new', 'reviewing-diffs', '--plugin', 'team-tools', '--author', 'Ada'], {
      cwd,
    });
    expect(code).toBe(0);
    const plugin = path.join(cwd, 'team-tools');
    const files = ['.claude-plugin/plugin.json', 'README.md', 'LICENSE', 'skills/reviewing-diffs/SKILL.md'];
    for (const file of files) expect(stdout).toContain(`Created ${path.join(plugin, file)}\n`);
    expect(JSON.parse(await readFile(path.join(plugin, files[0]!), 'utf8'))).toEqual({
      name: 'team-tools',
      version: '0.1.0',
      description: 'Team tools: skills that a team shares',
      author: { name: 'Ada' },
      license: 'MIT',
    });
    const readme = await readFile(path.join(plugin, 'README.md'), 'utf8');
    expect(readme.split(/\s+/).length).toBeGreaterThan(40);
    expect(readme).toContain('/team-tools:reviewing-diffs');
    expect(await rulesIn(cwd)).toEqual(onlyUnfilled);
  });

  test('creates a marketplace with a plugin, in a folder of its own', async () => {
    const cwd = await folder();
    const made = await runCli(['new', '--marketplace', 'acme', '--in', 'shared', '--format', 'json'], { cwd });
    expect(JSON.parse(made.stdout)).toMatchObject({
      name: 'acme',
      plugin: 'acme',
      marketplace: 'acme',
      folder: path.join(cwd, 'shared/acme'),
    });
    const marketplace = path.join(cwd, 'shared/acme/.claude-plugin/marketplace.json');
    expect(JSON.parse(await readFile(marketplace, 'utf8'))).toMatchObject({
      name: 'acme',
      owner: { name: 'The authors of acme' },
      plugins: [{ name: 'acme', source: './plugins/acme' }],
    });
    expect(await rulesIn(cwd)).toEqual(onlyUnfilled);
    expect(await rulesIn(path.join(cwd, 'shared/acme'))).toEqual(onlyUnfilled);
  });

  test.each([
    [['--plugin', 'Team Tools'], 'needs lowercase letters, digits and single hyphens only'],
    [['--plugin', 'claude-code'], 'Choose another name'],
    [['--marketplace', 'anthropic-marketplace'], 'Choose another name'],
    [['--plugin', 'a', '--user'], 'cannot be used with'],
    [[], 'Specify the name of the skill'],
  ])('rejects %j', async (args, message) => {
    const cwd = await folder();
    const { code, stderr } = await runCli(['new', ...args], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(await readdir(cwd)).toEqual([]);
  });
});
