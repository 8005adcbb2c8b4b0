import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, skillText, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

describe('wrong use ends with 2 and one line on standard error', () => {
  test.each([
    [[], /^skillwright: Specify a command/],
    [['chekc'], /unknown command 'chekc' \(Did you mean check\?\)/],
    [['check', '--formt', 'json'], /unknown option '--formt' \(Did you mean --format\?\)/],
    [['check', '--format', 'xml'], /'xml' is invalid\. Allowed choices are text, json, sarif, github, junit/],
    [['check', '--suppressed'], /--suppressed needs --format sarif/],
    [['check', '--format', 'sarif', '--fix-dry-run'], /--format sarif cannot show what --fix-dry-run would print/],
    [
      ['check', '--format', 'junit', '--stdin', '--stdin-filename', 'SKILL.md', '--fix'],
      /--format junit cannot show what --stdin with --fix would print; use text or json/,
    ],
    [['check', '--format'], /argument missing/],
    [['check', '--rule', 'name-format'], /Write it as id=level/],
    [['check', '--rule', 'name-fromat=off'], /Unknown rule `name-fromat`; did you mean `name-format`\?/],
    [['check', '--rule', 'name-format=loud'], /Allowed levels are error, warning, information, hint, off/],
    [['check', '--max-warnings', '-1'], /'-1' is invalid/],
    [['check', '--max-warnings', 'many'], /'many' is invalid/],
    [['check', '--fail-on', 'never'], /Allowed choices are error, warning, information, hint/],
    [['check', '--runtime', 'claude'], /Allowed choices are claude-code, claude-code@2\.1\.7/],
    [['check', '--target', 'emacs'], /Allowed choices are agentskills/],
    [['check', '--fix', '--fix-dry-run'], /cannot be used with/],
    [['check', '--stdin'], /--stdin needs --stdin-filename/],
    [['check', '--stdin-filename', 'x/SKILL.md'], /--stdin-filename needs --stdin/],
    [['check', '--stdin', '--stdin-filename', 'x/SKILL.md', '.'], /--stdin takes no paths/],
    [['check', '--stdin', '--stdin-filename', 'notes.txt'], /Not a skill.*settings or evaluation file: .*notes\.txt/],
    [['check', '--cwd', 'nowhere'], /No such folder: .*nowhere/],
    ...['0/2', '3/2', '1', '1/0', '-1/2', 'a/b', '1.5/2', ''].map(
      (shard) => [['check', `--shard=${shard}`], /Write it as I\/N, with I from 1 to N/] as [string[], RegExp],
    ),
    [['check', '--concurrency', '0'], /Write a whole number from 1 to 99/],
    [['check', '--write-baseline'], /--write-baseline needs --baseline FILE/],
    [['check', '--baseline', 'nowhere.json'], /The baseline cannot be read: .*nowhere\.json \(no such file/],
    [
      ['check', '--baseline', 'x.json', '--write-baseline', '--stdin', '--stdin-filename', 'x/SKILL.md'],
      /--write-baseline needs files/,
    ],
    [['check', '--home', 'nowhere'], /No such folder: .*nowhere \(--home\)/],
    [['check', '--managed', 'nowhere'], /No such folder: .*nowhere \(--managed\)/],
    [['check', '--add-dir', '.', '--add-dir', 'nowhere'], /No such folder: .*nowhere \(--add-dir\)/],
    [['check', '--plugin-dir', 'nowhere'], /No such folder: .*nowhere \(--plugin-dir\)/],
    [['check', '--quiet', '--plugin-dir', 'nowhere'], /No such folder: .*nowhere \(--plugin-dir\)/],
    [['check', 'nowhere'], /No such file or folder: .*nowhere/],
    [['check', '--config', 'nowhere.json'], /The configuration cannot be read: .*nowhere\.json/],
    [['check', 'two\nlines\u001b[31m'], /No such file or folder: .*two\\nlines\\x1b\[31m/],
    [['explain', 'name-fromat'], /did you mean name-format\?/],
    [['explain', 'a', 'b'], /too many arguments/],
  ])('%j', async (args, line) => {
    const { code, stdout, stderr } = await runCli(args, { cwd: await temporaryFolder() });
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^skillwright: [^\n]*\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('a file that is none of ours', async () => {
    const folder = await temporaryFolder({ 'notes.txt': 'x', 'skills/demo/SKILL.md': skillText({ name: 'demo' }) });
    const alone = await runCli(['check', 'notes.txt'], { cwd: folder });
    expect(alone).toMatchObject({ code: 2, stdout: '' });
    expect(alone.stderr).toMatch(/^skillwright: Not a skill.*notes\.txt\n$/);
    // Among others it is worth a note, no more: shells expand `*` to everything.
    const among = await runCli(['check', 'notes.txt', 'skills/demo/SKILL.md'], { cwd: folder });
    expect(among.code).toBe(0);
    expect(among.stderr).toMatch(/Not a skill.*notes\.txt\n$/);
    expect((await runCli(['check', '--quiet', 'notes.txt', 'skills'], { cwd: folder })).stderr).toBe('');
  });

  test.skipIf(process.getuid?.() === 0)('files and folders that may not be read; the others are checked', async () => {
    const folder = await temporaryFolder({ 'skills/a/SKILL.md': 'x', 'skills/b/SKILL.md': skillText({ name: 'B' }) });
    const closed = path.join(folder, 'skills/closed');
    await mkdir(closed);
    await chmod(closed, 0);
    await chmod(path.join(folder, 'skills/a/SKILL.md'), 0);
    const { code, stdout, stderr } = await runCli(['check', '.'], { cwd: folder });
    await chmod(closed, 0o700);
    expect(code).toBe(2);
    expect(stdout).toContain('name-format');
    expect(stderr).toMatch(/^skillwright: Cannot be read: .*closed\nskillwright: Cannot be read: .*a\/SKILL\.md\n$/);
  });
});

describe('help', () => {
  test.each([[['--help']], [['check', '--help']], [['explain', '--help']], [['lsp', '--help']], [['--version']]])(
    '%j is printed with exit code 0',
    async (args) => {
      const { code, stdout, stderr } = await runCli(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^(Usage: skillwright|\d+\.\d+\.\d+)/);
    },
  );
});
