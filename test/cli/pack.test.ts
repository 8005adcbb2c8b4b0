import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArchive } from '../../server/src/archive/read-archive.ts';
import { bundleCliForTests, type CliOptions, cleanSkill, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

interface PackReport {
  readonly name: string;
  readonly archive: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly executable: boolean }[];
  readonly problems: readonly { readonly message: string; readonly rule: string | null }[];
}

async function packJson(args: readonly string[], options: CliOptions) {
  const result = await runCli(['pack', '--format', 'json', ...args], options);
  return { ...result, report: JSON.parse(result.stdout) as PackReport };
}

const skillFiles = {
  'skills/demo/SKILL.md': cleanSkill,
  'skills/demo/references/soil.md': '# Soil\n',
  'skills/demo/scripts/sow.sh': '#!/bin/sh\necho sown\n',
  'skills/demo/ä.bin': new Uint8Array([0, 255, 10, 13]),
  'skills/demo/node_modules/x/index.js': 'left out',
  'skills/demo/.git/config': 'left out',
};

describe('an archive', () => {
  test('has every file of the skill under one folder, with its bytes and its mode', async () => {
    const folder = await temporaryFolder(skillFiles);
    await chmod(path.join(folder, 'skills/demo/scripts/sow.sh'), 0o755);
    const { code, stderr, report } = await packJson(['skills/demo'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(report).toMatchObject({ name: 'demo', archive: `${folder}/demo.zip`, problems: [] });
    expect(report.files.map((it) => [it.path, it.executable])).toEqual([
      ['SKILL.md', false],
      ['references/soil.md', false],
      ['scripts/sow.sh', process.platform !== 'win32'],
      ['ä.bin', false],
    ]);
    const archive = await readFile(`${folder}/demo.zip`);
    expect(archive.length).toBe(report.bytes);
    const read = await readArchive(archive);
    expect(read.map((it) => it.path)).toEqual(report.files.map((it) => `demo/${it.path}`));
    expect(Buffer.from(read[0]!.bytes).toString()).toBe(cleanSkill);
    expect([...read[3]!.bytes]).toEqual([0, 255, 10, 13]);
  });

  test('is the same for the same files: elsewhere, later, in another time zone, and written in another order', async () => {
    const first = await temporaryFolder(skillFiles);
    const second = await temporaryFolder(Object.fromEntries(Object.entries(skillFiles).reverse()));
    const one = await packJson(['skills/demo'], { cwd: first, env: { TZ: 'America/St_Johns' } });
    const other = await packJson(['skills/demo/SKILL.md'], { cwd: second, env: { TZ: 'Asia/Kathmandu' } });
    expect(other.report.sha256).toBe(one.report.sha256);
    expect(await readFile(`${second}/demo.zip`)).toEqual(await readFile(`${first}/demo.zip`));
    // Nothing to do again.
    expect((await runCli(['pack', 'skills/demo'], { cwd: first })).code).toBe(0);
  });

  test('is named after the skill, and is never inside of it', async () => {
    const folder = await temporaryFolder({ 'any folder/SKILL.md': cleanSkill });
    const inside = await packJson(['.'], { cwd: `${folder}/any folder` });
    expect(inside.report.archive).toBe(`${folder}/demo.zip`);
    expect((await readArchive(await readFile(`${folder}/demo.zip`)))[0]!.path).toBe('demo/SKILL.md');
    const { code, stderr } = await runCli(['pack', 'any folder', '--out', 'any folder/x.zip'], { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/--out is inside of the skill.*\n$/)]);
  });

  test('replaces another one only with --force', async () => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill, 'demo.zip': 'mine' });
    const kept = await runCli(['pack', 'demo'], { cwd: folder });
    expect([kept.code, kept.stdout]).toEqual([2, '']);
    expect(kept.stderr).toMatch(/Another archive exists already: .*demo\.zip; --force replaces it\n$/);
    expect(await readFile(`${folder}/demo.zip`, 'utf8')).toBe('mine');
    const replaced = await runCli(['pack', 'demo', '--force'], { cwd: folder });
    expect(replaced).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Packed .*demo\.zip: 1 file, \d+ bytes\n$/),
    });
  });
});

describe('nothing is packed that the target rejects', () => {
  const rejected: [string, string, RegExp][] = [
    ['no name', '---\ndescription: Sows.\n---\n\nSow.\n', /A `name` is missing: the upload is rejected/],
    [
      'a name with capitals',
      '---\nname: Demo\ndescription: Sows.\n---\n\nSow.\n',
      /capital letters: the upload is rejected/,
    ],
    [
      'a long name',
      `---\nname: ${'a'.repeat(65)}\ndescription: Sows.\n---\n\nSow.\n`,
      /only 64 are allowed: the upload/,
    ],
    ['a reserved word', '---\nname: claude-demo\ndescription: Sows.\n---\n\nSow.\n', /`claude` is reserved by /],
    ['no description', '---\nname: demo\n---\n\nSow.\n', /description/],
    ['an empty description', '---\nname: demo\ndescription: ""\n---\n\nSow.\n', /description/],
    ['a long description', `---\nname: demo\ndescription: ${'a '.repeat(600)}\n---\n\nSow.\n`, /over the limit.* 1024/],
    ['tags', '---\nname: demo\ndescription: Sows <b>.\n---\n\nSow.\n', /angle brackets are rejected/],
    [
      'fields of Claude Code',
      '---\nname: demo\ndescription: Sows.\nmodel: opus\n---\n\nSow.\n',
      /`model` is rejected by/,
    ],
    ['an unknown field', '---\nname: demo\ndescription: Sows.\nauthors: me\n---\n\nSow.\n', /`authors` is rejected by/],
    ['YAML that only Claude Code repairs', '---\nname: demo\ndescription: a: b\n---\n\nSow.\n', /other tools/],
    ['a repeated key', '---\nname: demo\nname: demo\ndescription: Sows.\n---\n\nSow.\n', /`name` is repeated/],
    ['no frontmatter', '# Demo\n', /./],
    ['a byte order mark', `\ufeff${cleanSkill}`, /byte order mark/i],
    [
      'what a comment suppresses',
      '---\nname: Demo # skillwright-disable-line name-format\ndescription: Sows.\n---\n\nSow.\n',
      /capital letters/,
    ],
  ];
  test.each(rejected)('%s', async (_, text, message) => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': text });
    const { code, report } = await packJson(['demo'], { cwd: folder });
    expect(report.problems.map((it) => it.message).join('\n')).toMatch(message);
    expect([code, report.archive, report.sha256]).toEqual([1, null, null]);
    await expect(readFile(`${folder}/demo.zip`)).rejects.toThrow('ENOENT');
  });

  test('too many bytes, too many files, and a skill inside the skill', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`many/${index}.md`, 'x']));
    const folder = await temporaryFolder({
      'demo/SKILL.md': cleanSkill,
      'demo/nested/SKILL.md': cleanSkill,
      'many/SKILL.md': cleanSkill,
      ...many,
      'large/SKILL.md': cleanSkill,
      'large/a.bin': new Uint8Array(20_000_000),
      'large/b.bin': new Uint8Array(20_000_000),
    });
    const messages = async (name: string) =>
      (await packJson([name], { cwd: folder })).report.problems.map((it) => it.message).join('\n');
    expect(await messages('demo')).toMatch(/contains another skill, `nested\/SKILL\.md`/);
    expect(await messages('many')).toMatch(/it has 201 files, but only 200 are allowed/);
    expect(await messages('large')).toMatch(/its files have 40,000,\d+ bytes, but only 31,457,280 are allowed/);
    // A skill inside of another one is a skill once it is alone.
    expect((await packJson(['demo/nested'], { cwd: folder })).code).toBe(0);
  });

  test.skipIf(process.platform === 'win32')('links that lead outside or to nothing; others are files', async () => {
    const folder = await temporaryFolder({ 'secret.txt': 's', 'skill/SKILL.md': cleanSkill, 'skill/a/b.md': 'b' });
    await symlink('a/b.md', `${folder}/skill/c.md`);
    const { report } = await packJson(['skill', '--dry-run'], { cwd: folder });
    expect([report.problems, report.files.map((it) => it.path)]).toEqual([[], ['SKILL.md', 'a/b.md', 'c.md']]);
    await symlink('../secret.txt', `${folder}/skill/leak.md`);
    await symlink('nowhere', `${folder}/skill/broken.md`);
    await symlink('..', `${folder}/skill/a/up`);
    await mkdir(`${folder}/other`);
    await writeFile(`${folder}/other/x.md`, 'x');
    await symlink('../../other', `${folder}/skill/a/folder`);
    const { code, stdout, stderr } = await runCli(['pack', 'skill'], { cwd: folder });
    expect([code, stderr]).toEqual([1, 'skillwright: Not packed: 4 problems\n']);
    expect(stdout).toContain(`leak.md is a link that points outside the skill, to ${folder}/secret.txt`);
    expect(stdout).toContain(`a/folder is a link that points outside the skill, to ${folder}/other`);
    expect(stdout).toContain('a/up is a link to a folder that contains it');
    expect(stdout).toContain('broken.md is neither a file nor a folder');
  });

  test('for another target, its own limits count', async () => {
    const folder = await temporaryFolder({ 'other/SKILL.md': cleanSkill });
    expect((await packJson(['other'], { cwd: folder })).code).toBe(0);
    const { code, report } = await packJson(['other', '--target', 'agentskills'], { cwd: folder });
    expect([code, report.problems.map((it) => it.rule)]).toEqual([1, ['name-folder-mismatch']]);
  });
});

describe('incorrect usage', () => {
  test.each([
    [['pack'], /missing required argument 'skill'/],
    [['pack', 'nowhere'], /No such skill: nowhere is neither a file nor a folder/],
    [['pack', '.'], /There is no SKILL\.md in/],
    [['pack', 'demo', '--out', 'no/folder/x.zip'], /No such folder: .*no\/folder \(--out\)/],
    [['pack', 'demo', '--force', '--dry-run'], /cannot be used with/],
  ])('%j', async (args, line) => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill });
    const { code, stdout, stderr } = await runCli(args, { cwd: folder });
    expect(stderr).toMatch(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
