import { symlink, writeFile } from 'node:fs/promises';
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

describe('a configuration that extends others', () => {
  const skill = { 'skills/a/SKILL.md': skillToFix };

  test('files and packages, of which later ones and its own settings win, with globs relative to itself', async () => {
    const folder = await temporaryFolder({
      ...skill,
      'skills/b/SKILL.md': skillToFix,
      'vendor/skills/c/SKILL.md': skillToFix,
      '.git/HEAD': '',
      'node_modules/@team/skills/package.json': configuration({
        name: '@team/skills',
        skillwright: {
          extends: './levels.json',
          overrides: [{ files: ['skills/b/**'], rules: { 'name-format': 'off' } }],
        },
      }),
      'node_modules/@team/skills/levels.json': configuration({
        rules: { 'name-format': 'hint' },
        exclude: ['vendor/'],
      }),
      'shared/base.json': configuration({ rules: { 'name-format': 'information' } }),
      'skillwright.config.json': configuration({ extends: ['./shared/base.json', '@team/skills'] }),
    });
    expect(await found(folder)).toEqual(['hint skills/a/SKILL.md']);
    await writeFile(
      path.join(folder, 'skillwright.config.json'),
      configuration({ extends: ['@team/skills', './shared/base.json'], rules: { 'suppression-unused': 'off' } }),
    );
    expect(await found(folder)).toEqual(['information skills/a/SKILL.md', 'information skills/b/SKILL.md']);
    const report = await runCli(['check', '--print-config', 'skills/b/SKILL.md', '--target', 'codex'], { cwd: folder });
    expect(report.stdout.replace(/^\d+ other/m, 'N other')).toBe(
      [
        'skills/b/SKILL.md',
        '',
        'runtime             claude-code  default',
        'targets             codex        command line',
        'name-format         information  shared/base.json › rules',
        'suppression-unused  off          skillwright.config.json › rules',
        '',
        'N other rules have their default level.',
        '',
      ].join('\n'),
    );
    const json = await runCli(['check', '--print-config', 'vendor/x/SKILL.md', '--format', 'json'], { cwd: folder });
    const { excluded, rules } = JSON.parse(json.stdout);
    expect({ excluded, rule: rules['name-format'], other: rules['name-length'] }).toEqual({
      excluded: true,
      rule: { value: 'information', source: 'shared/base.json › rules' },
      other: { value: 'warning', source: 'default' },
    });
  });

  test('presets', async () => {
    const folder = await temporaryFolder({
      ...skill,
      'skillwright.config.json': configuration({ extends: 'skillwright:strict', rules: { 'name-format': 'off' } }),
    });
    const levels = async (preset: string) => {
      await writeFile(path.join(folder, 'skillwright.config.json'), configuration({ extends: preset }));
      const { stdout } = await runCli(['check', '--print-config', 'x/SKILL.md', '--format', 'json'], { cwd: folder });
      const { rules, targets } = JSON.parse(stdout);
      const of = (id: string) => rules[id].value;
      return [targets.value.length, of('fence-unclosed'), of('license-missing'), of('link-broken')].join(' ');
    };
    expect(await found(folder)).toEqual([]);
    expect(await levels('skillwright:recommended')).toBe('0 hint off warning');
    expect(await levels('skillwright:strict')).toBe('0 warning off warning');
    expect(await levels('skillwright:publish')).toBe('3 hint warning error');
  });

  test.for([
    ['./missing.json', '`./missing.json` does not exist'],
    ['@team/missing', 'the package `@team/missing` is not installed in node_modules'],
    ['empty', 'the package `empty` contains no configuration: it has neither'],
    ['skillwright:nice', '`skillwright:nice` is neither a path that starts with `./` or `../`, nor the name'],
    ['/etc/passwd', '`/etc/passwd` is neither a path'],
    ['empty/../../../secret', '`empty/../../../secret` is neither a path'],
    ['../outside.json', '`../outside.json` is outside of the repository'],
    ['./link.json', '`./link.json` is outside of the repository'],
    [
      './circle.json',
      '`./skillwright.config.json` extends itself (skillwright.config.json → circle.json → skillwright.config.json)',
    ],
    ['./wrong.json', '`rules`: Unknown rule `no-such-rule`'],
    ['./broken.json', 'broken.json: is not valid JSON'],
    [[1], '`extends` must be a string or a list of strings'],
  ] as const)('says what is wrong with %j', async ([name, message]) => {
    const outer = await temporaryFolder({
      'outside.json': '{}',
      'repository/.git/HEAD': '',
      'repository/skills/a/SKILL.md': skillToFix,
      'repository/node_modules/empty/package.json': '{}',
      'repository/circle.json': configuration({ extends: './skillwright.config.json' }),
      'repository/wrong.json': configuration({ rules: { 'no-such-rule': 'off' } }),
      'repository/broken.json': '{',
      'repository/skillwright.config.json': configuration({ extends: name }),
    });
    const folder = path.join(outer, 'repository');
    await symlink(path.join(outer, 'outside.json'), path.join(folder, 'link.json'));
    const { code, stderr } = await runCli(['check'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('takes no more files than anyone needs', async () => {
    const chain = Array.from({ length: 60 }, (_, index) => [
      `base-${index}.json`,
      configuration({ extends: `./base-${index + 1}.json` }),
    ]);
    const folder = await temporaryFolder({
      ...skill,
      ...Object.fromEntries(chain),
      'base-60.json': '{}',
      'skillwright.config.json': configuration({ extends: './base-0.json' }),
    });
    const { code, stderr } = await runCli(['check'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('more than 50 files are extended') });
  });

  test('is checked again when what it extends has changed', async () => {
    const folder = await temporaryFolder({
      ...skill,
      'base.json': configuration({ rules: { 'name-format': 'off' } }),
      'skillwright.config.json': configuration({ extends: './base.json' }),
    });
    expect(await found(folder)).toEqual([]);
    await writeFile(path.join(folder, 'base.json'), configuration({ rules: { 'name-format': 'error' } }));
    expect(await found(folder)).toEqual(['error skills/a/SKILL.md']);
  });

  test.for([
    [['--print-config', 'a', 'skills'], '--print-config takes no paths besides its own'],
    [['--print-config', 'a', '--format', 'sarif'], '--print-config needs --format text or json'],
    [['--print-config', 'a', '--fix'], "cannot be used with option '--fix'"],
  ] as const)('incorrect usage: %j', async ([args, message]) => {
    const { code, stderr } = await runCli(['check', ...args], { cwd: await temporaryFolder(skill) });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
