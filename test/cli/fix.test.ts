import { spawnSync } from 'node:child_process';
import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, checkJson, cleanSkill, runCli, skillToFix, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const file = 'skills/demo-skill/SKILL.md';
const fixedSkill = skillToFix.replace('Demo Skill', 'demo-skill');

describe('--fix', () => {
  test('applies safe fixes, reports what remains and says what it did', async () => {
    const folder = await temporaryFolder({ [file]: skillToFix, 'skills/other/SKILL.md': cleanSkill });
    const { stdout, code } = await runCli(['check', '--fix', '--fail-on', 'warning'], { cwd: folder });
    expect(await readFile(path.join(folder, file), 'utf8')).toBe(fixedSkill);
    expect(stdout).toMatch(/^Fixed 1 file$/m);
    expect(stdout).not.toContain('name-format');
    expect(code).toBe(0);
  });

  test('names the changed files in JSON', async () => {
    const folder = await temporaryFolder({ [file]: skillToFix, 'skills/demo/SKILL.md': cleanSkill });
    const { report } = await checkJson(['--fix', folder]);
    expect(report.fixedFiles).toEqual([path.join(folder, file)]);
    expect(report.findings).toEqual([]);
  });

  test('is done after one run', async () => {
    const folder = await temporaryFolder({ [file]: skillToFix });
    await runCli(['check', '--fix', folder]);
    const again = await checkJson(['--fix', folder]);
    expect(again.report.fixedFiles).toEqual([]);
    expect(await readFile(path.join(folder, file), 'utf8')).toBe(fixedSkill);
  });

  test('leaves unsafe fixes alone', async () => {
    const text = cleanSkill.replace('name: demo', 'name: other-name');
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': text });
    await runCli(['check', '--fix', folder]);
    expect(await readFile(path.join(folder, 'skills/demo/SKILL.md'), 'utf8')).toBe(text);
  });

  test('keeps line ends, byte order mark, missing final line end and mode', async () => {
    const odd = `\uFEFF${skillToFix.replaceAll('\n', '\r\n').trimEnd()}`;
    const folder = await temporaryFolder({ [file]: odd });
    await chmod(path.join(folder, file), 0o640);
    await runCli(['check', '--fix', '--rule', 'file-encoding=off', folder]);
    expect(await readFile(path.join(folder, file), 'utf8')).toBe(odd.replace('Demo Skill', 'demo-skill'));
    expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o640);
    expect(await readdir(path.dirname(path.join(folder, file)))).toEqual(['SKILL.md']);
  });

  test('does not touch files without fixes', async () => {
    const folder = await temporaryFolder({ [file]: skillToFix, 'skills/demo/SKILL.md': cleanSkill });
    const before = await stat(path.join(folder, 'skills/demo/SKILL.md'));
    await runCli(['check', '--fix', folder]);
    const after = await stat(path.join(folder, 'skills/demo/SKILL.md'));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  test.each([
    ['Latin-1', Buffer.from(skillToFix.replace('Lists', 'Zählt auf'), 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${skillToFix}`, 'utf16le')],
  ])('never writes a file in %s', async (_, bytes) => {
    const folder = await temporaryFolder({ [file]: bytes });
    const { report } = await checkJson(['--fix', folder]);
    expect(report.fixedFiles).toEqual([]);
    expect(await readFile(path.join(folder, file))).toEqual(Buffer.from(bytes));
  });

  test('writes through a link and leaves the link a link', async () => {
    const folder = await temporaryFolder({ 'shared/SKILL.md': skillToFix, 'skills/x/notes.txt': '' });
    await symlink('../../shared/SKILL.md', path.join(folder, 'skills/x/SKILL.md'));
    await runCli(['check', '--fix', '.'], { cwd: folder });
    expect((await lstat(path.join(folder, 'skills/x/SKILL.md'))).isSymbolicLink()).toBe(true);
    expect(await readFile(path.join(folder, 'shared/SKILL.md'), 'utf8')).toBe(fixedSkill);
  });

  test('does not write outside of what was given, but reports', async () => {
    const folder = await temporaryFolder({
      'elsewhere/demo-skill/SKILL.md': skillToFix,
      'repository/skills/x.txt': '',
    });
    await symlink('../../elsewhere/demo-skill', path.join(folder, 'repository/skills/linked'));
    const { stdout, stderr } = await runCli(['check', '--fix', 'repository'], { cwd: folder });
    expect(await readFile(path.join(folder, 'elsewhere/demo-skill/SKILL.md'), 'utf8')).toBe(skillToFix);
    expect(stdout).toContain('name-format');
    expect(stderr).toMatch(/^skillwright: Not fixed, because it is only reachable through a link: .*\n$/);
    expect((await runCli(['check', '--fix-dry-run', 'repository'], { cwd: folder })).stdout).toBe('');
    // Who names the link means the file.
    await runCli(['check', '--fix', 'repository/skills/linked/SKILL.md'], { cwd: folder });
    expect(await readFile(path.join(folder, 'elsewhere/demo-skill/SKILL.md'), 'utf8')).toBe(fixedSkill);
  });
});

describe('--fix-dry-run', () => {
  test('prints a diff that git can apply, and changes nothing', async () => {
    const crlf = skillToFix.replaceAll('\n', '\r\n');
    const folder = await temporaryFolder({ [file]: skillToFix, 'skills/two-words/SKILL.md': crlf });
    const { stdout, stderr, code } = await runCli(['check', '--fix-dry-run'], { cwd: folder });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^--fix would change 2 files$/m);
    expect(await readFile(path.join(folder, file), 'utf8')).toBe(skillToFix);
    const applied = spawnSync('git', ['apply', '-'], { cwd: folder, input: stdout, encoding: 'utf8' });
    expect(applied.stderr).toBe('');
    expect(await readFile(path.join(folder, file), 'utf8')).toBe(fixedSkill);
    const dry = await readFile(path.join(folder, 'skills/two-words/SKILL.md'), 'utf8');
    const fix = await temporaryFolder({ 'skills/two-words/SKILL.md': crlf });
    await runCli(['check', '--fix', fix]);
    expect(dry).toBe(await readFile(path.join(fix, 'skills/two-words/SKILL.md'), 'utf8'));
  });

  test('prints nothing on standard output where there is nothing to fix', async () => {
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': cleanSkill });
    expect((await runCli(['check', '--fix-dry-run'], { cwd: folder })).stdout).toBe('');
  });

  test('is a key of the JSON, whose findings are those of the files as they are', async () => {
    const folder = await temporaryFolder({ [file]: skillToFix });
    const { report } = await checkJson(['--fix-dry-run'], { cwd: folder });
    expect(report.diff).toContain('+name: demo-skill');
    expect(report.findings).toHaveLength(1);
  });
});
