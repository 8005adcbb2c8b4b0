import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, type CliOptions, checkJson, runCli, skillToFix, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

/** `severity file` of every finding. */
async function found(folder: string, args: readonly string[] = [], options: CliOptions = { cwd: folder }) {
  const { report } = await checkJson(args, options);
  return report.findings.map(({ severity, file }) => `${severity} ${path.relative(folder, file)}`);
}

function configuration(value: unknown): string {
  return JSON.stringify(value);
}

describe('what a configuration says', () => {
  test('levels of rules, which the command line overrides', async () => {
    const folder = await temporaryFolder({
      'skills/a/SKILL.md': skillToFix,
      'skillwright.config.json': configuration({ $schema: 'x', rules: { 'name-format': 'error' } }),
    });
    expect(await found(folder)).toEqual(['error skills/a/SKILL.md']);
    expect(await found(folder, ['--rule', 'name-format=hint'])).toEqual(['hint skills/a/SKILL.md']);
  });

  test('the same in package.json', async () => {
    const folder = await temporaryFolder({
      'skills/a/SKILL.md': skillToFix,
      'package.json': configuration({ name: 'x', skillwright: { rules: { 'name-format': 'off' } } }),
    });
    expect(await found(folder)).toEqual([]);
  });

  test('targets and runtime, which the command line overrides', async () => {
    const folder = await temporaryFolder({
      'skills/a/SKILL.md': skillToFix.replace(/^name: .*\n/m, ''),
      'skillwright.config.json': configuration({ runtime: 'claude-code', targets: ['agentskills'] }),
    });
    expect(await found(folder)).toHaveLength(1);
    expect(await found(folder, ['--target', 'gemini', '--rule', 'name-missing=off'])).toEqual([]);
  });

  test('files that are excluded, by folder or pattern', async () => {
    const folder = await temporaryFolder({
      'skills/a/SKILL.md': skillToFix,
      'vendor/skills/b/SKILL.md': skillToFix,
      'deep/templates/skills/c/SKILL.md': skillToFix,
      'skillwright.config.json': configuration({ exclude: ['vendor/', '**/templates/**'] }),
    });
    expect(await found(folder)).toEqual(['warning skills/a/SKILL.md']);
    const named = await runCli(['check', 'vendor/skills/b/SKILL.md'], { cwd: folder });
    expect(named).toMatchObject({ code: 0 });
    expect(named.stderr).toMatch(/Excluded by the configuration: .*b\/SKILL\.md\n$/);
  });

  test('settings of some files; the later override wins', async () => {
    const folder = await temporaryFolder({
      'skills/a/SKILL.md': skillToFix,
      'plugins/p/skills/b/SKILL.md': skillToFix,
      'plugins/q/skills/c/SKILL.md': skillToFix,
      'skillwright.config.json': configuration({
        rules: { 'name-format': 'error' },
        overrides: [
          { files: ['plugins/**'], rules: { 'name-format': 'hint' } },
          { files: ['plugins/q/**'], rules: { 'name-format': 'off' } },
        ],
      }),
    });
    expect(await found(folder)).toEqual(['hint plugins/p/skills/b/SKILL.md', 'error skills/a/SKILL.md']);
  });
});

describe('which configuration holds', () => {
  const loud = configuration({ rules: { 'name-format': 'error' } });
  const silent = configuration({ rules: { 'name-format': 'off' } });

  test('the nearest above the file', async () => {
    const folder = await temporaryFolder({
      'skillwright.config.json': loud,
      'skills/a/SKILL.md': skillToFix,
      'package/skillwright.config.json': silent,
      'package/package.json': configuration({ name: 'no-key-here' }),
      'package/skills/b/SKILL.md': skillToFix,
    });
    expect(await found(folder)).toEqual(['error skills/a/SKILL.md']);
  });

  test('none from outside the repository, except that of the session directory', async () => {
    const folder = await temporaryFolder({
      'skillwright.config.json': loud,
      'repository/.git/HEAD': '',
      'repository/skills/a/SKILL.md': skillToFix,
    });
    const repository = path.join(folder, 'repository');
    expect(await found(folder, [], { cwd: repository })).toEqual(['warning repository/skills/a/SKILL.md']);
    expect(await found(folder, ['repository'])).toEqual(['error repository/skills/a/SKILL.md']);
  });

  test('--config before all others, with globs relative to the session directory', async () => {
    const folder = await temporaryFolder({
      'skillwright.config.json': loud,
      'ci/strict.json': configuration({ overrides: [{ files: ['skills/**'], rules: { 'name-format': 'hint' } }] }),
      'ci/package.json': configuration({ name: 'x', skillwright: { rules: { 'name-format': 'information' } } }),
      'skills/a/SKILL.md': skillToFix,
    });
    expect(await found(folder, ['--config', 'ci/strict.json'])).toEqual(['hint skills/a/SKILL.md']);
    expect(await found(folder, ['--config', 'ci/package.json'])).toEqual(['information skills/a/SKILL.md']);
  });

  test('standard input has the configuration of its place', async () => {
    const folder = await temporaryFolder({ 'skillwright.config.json': loud });
    const args = ['--stdin', '--stdin-filename', 'skills/a/SKILL.md'];
    expect(await found(folder, args, { cwd: folder, input: skillToFix })).toEqual(['error skills/a/SKILL.md']);
  });
});

describe('a wrong configuration ends with 2 and one line', () => {
  test.each([
    ['{', /skillwright\.config\.json: is not valid JSON: /],
    ['[]', /must hold an object/],
    [configuration({ rule: {} }), /`rule` is not a setting; did you mean `rules`\?/],
    [configuration({ rules: [] }), /`rules` must be an object/],
    [configuration({ rules: { 'name-fromat': 'off' } }), /Unknown rule `name-fromat`; did you mean `name-format`\?/],
    [configuration({ rules: { 'name-format': 'warn' } }), /`rules\.name-format` must be one of error, warning/],
    [configuration({ runtime: 'x' }), /`runtime` must be one of claude-code/],
    [configuration({ targets: 'vscode' }), /`targets` must be a list of strings/],
    [configuration({ targets: ['emacs'] }), /`targets` must be one of agentskills/],
    [configuration({ exclude: [1] }), /`exclude` must be a list of strings/],
    [configuration({ overrides: {} }), /`overrides` must be a list/],
    [configuration({ overrides: [{ rules: {} }] }), /`overrides\[0\]\.files` must contain at least one glob pattern/],
    [configuration({ overrides: [{ files: ['a'], exclude: [] }] }), /`overrides\[0\]\.exclude` is not a setting/],
  ])('%s', async (text, line) => {
    const folder = await temporaryFolder({ 'skills/a/SKILL.md': skillToFix, 'skillwright.config.json': text });
    const { code, stdout, stderr } = await runCli(['check'], { cwd: folder });
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^skillwright: [^\n]*\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('a package.json that is named but has no key', async () => {
    const folder = await temporaryFolder({ 'package.json': '{}' });
    const { code, stderr } = await runCli(['check', '--config', 'package.json'], { cwd: folder });
    expect(stderr).toMatch(/package\.json has no key `skillwright`/);
    expect(code).toBe(2);
  });
});
