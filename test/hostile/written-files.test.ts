import { spawn, spawnSync } from 'node:child_process';
import { chmod, link, lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { NotReplaced, replaceFile } from '../../server/src/cli/files/replace-file.ts';
import {
  bundleCliForTests,
  bundledCli,
  cleanSkill,
  runCli,
  skillText,
  skillToFix,
  temporaryFolder,
} from '../cli/cli-process.ts';

/** What another program does while a file is about to be replaced. */
let meanwhile: (() => Promise<void>) | undefined;

vi.mock('node:fs/promises', async (original) => {
  const promises = await original<typeof import('node:fs/promises')>();
  return {
    ...promises,
    open: async (...args: Parameters<typeof promises.open>) => {
      const file = await promises.open(...args);
      await meanwhile?.();
      return file;
    },
  };
});

bundleCliForTests();

const skill = 'skills/demo-skill/SKILL.md';
const risky = '---\ndescription: D\nallowed-tools: Bash(echo *)\n---\nSays it.\n';

describe('--always-allow', () => {
  const settings = 'app/.claude/settings.local.json';

  async function allow(prepare: (root: string) => Promise<unknown>) {
    const root = await temporaryFolder({
      'app/.git/HEAD': '',
      'home/x': '',
      'managed/x': '',
      'elsewhere/skills/risky/SKILL.md': risky,
    });
    await prepare(root);
    const places = ['--cwd', `${root}/app`, '--home', `${root}/home`, '--managed', `${root}/managed`];
    const result = await runCli(['invoke', 'risky', '--always-allow', '--yes', ...places]);
    return { root, ...result };
  }

  async function withSkill(root: string): Promise<void> {
    await mkdir(path.join(root, 'app/.claude/skills/risky'), { recursive: true });
    await writeFile(path.join(root, 'app/.claude/skills/risky/SKILL.md'), risky);
  }

  test('keeps every other byte, the byte order mark and the mode', async () => {
    const text = '\uFEFF{\r\n  "a": "😀",\n  "permissions": {\r    "allow": [\r\n      "Read"\r\n    ]\r\n  }\r\n}';
    const { root } = await allow(async (root) => {
      await withSkill(root);
      await writeFile(path.join(root, settings), text);
      await chmod(path.join(root, settings), 0o640);
    });
    const written = await readFile(path.join(root, settings));
    expect(written).toEqual(Buffer.from(text.replace('"Read"', '"Read",\r\n      "Skill(risky)"')));
    expect((await stat(path.join(root, settings))).mode & 0o777).toBe(0o640);
    expect((await readdir(path.join(root, 'app/.claude'))).sort()).toEqual(['settings.local.json', 'skills']);
  });

  test('leaves a file alone that is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{ "a": "'), Buffer.from([0xe9]), Buffer.from('" }')]);
    const { root, code, stderr } = await allow(async (root) => {
      await withSkill(root);
      await writeFile(path.join(root, settings), bytes);
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not valid UTF-8')]);
    expect(await readFile(path.join(root, settings))).toEqual(bytes);
  });

  test.each([
    ['a file outside', '../../elsewhere/settings.json', 'is a link to'],
    ['a file that is not there', '../../elsewhere/missing.json', 'is a broken link'],
  ])('does not write through a link to %s', async (_, target, why) => {
    const { root, code, stderr } = await allow(async (root) => {
      await withSkill(root);
      await writeFile(path.join(root, 'elsewhere/settings.json'), '{}');
      await symlink(target, path.join(root, settings));
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(await readFile(path.join(root, 'elsewhere/settings.json'), 'utf8')).toBe('{}');
    expect((await readdir(path.join(root, 'elsewhere'))).sort()).toEqual(['settings.json', 'skills']);
    expect((await lstat(path.join(root, settings))).isSymbolicLink()).toBe(true);
  });

  test('does not write through a folder that is a link', async () => {
    const { root, code, stderr } = await allow((root) => symlink('../elsewhere', path.join(root, 'app/.claude')));
    expect([code, stderr]).toEqual([2, expect.stringContaining('outside this project')]);
    expect(await readdir(path.join(root, 'elsewhere'))).toEqual(['skills']);
  });

  test('says why a file cannot be replaced', async () => {
    const { root, code, stderr } = await allow(async (root) => {
      await withSkill(root);
      await writeFile(path.join(root, settings), '{}');
      await chmod(path.join(root, settings), 0o444);
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Not written, because it is read-only')]);
    expect(await readFile(path.join(root, settings), 'utf8')).toBe('{}');
  });
});

describe('--fix', () => {
  test('deletes what a killed run left, and nothing else', async () => {
    const ended = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => ended.once('exit', resolve));
    const [gone, running] = [ended.pid!, process.pid];
    const left = [`.skillwright-${gone}-0123456789ab.tmp`, `.skillwright-${running}-00000000000d.tmp`];
    const kept = [
      `.skillwright-${running}-0123456789ab.tmp`,
      `.skillwright-${gone}-0123456789ab.tmp.md`,
      `.skillwright-${gone}-0123.tmp`,
      '.SKILL.md.0123456789ab.tmp',
      'notes.tmp',
    ];
    const files = Object.fromEntries([...left, ...kept].map((name) => [`skills/demo/${name}`, 'x']));
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': cleanSkill, 'outside.md': 'mine', ...files });
    const at = (name: string) => path.join(folder, 'skills/demo', name);
    const [linked, directory] = [`.skillwright-${gone}-00000000000a.tmp`, `.skillwright-${gone}-00000000000b.tmp`];
    await symlink('../../outside.md', at(linked));
    await mkdir(at(directory));
    await utimes(at(left[1]!), new Date(), new Date(Date.now() - 25 * 60 * 60 * 1000));
    await runCli(['check', folder]);
    expect(await readdir(at('.'))).toEqual(expect.arrayContaining(left));
    await runCli(['check', '--fix', folder]);
    expect((await readdir(at('.'))).sort()).toEqual(['SKILL.md', directory, linked, ...kept].sort());
    expect(await readFile(path.join(folder, 'outside.md'), 'utf8')).toBe('mine');
  });

  test('leaves a file with several names alone, and says so', async () => {
    const folder = await temporaryFolder({ [skill]: skillToFix });
    await link(path.join(folder, skill), path.join(folder, 'other.md'));
    const { stderr } = await runCli(['check', '--fix', folder]);
    expect(stderr).toContain('Not fixed, because it has hard links, which would keep the old text');
    for (const name of [skill, 'other.md']) expect(await readFile(path.join(folder, name), 'utf8')).toBe(skillToFix);
  });

  test('leaves a read-only file alone', async () => {
    const folder = await temporaryFolder({ [skill]: skillToFix });
    await chmod(path.join(folder, skill), 0o444);
    const { stderr } = await runCli(['check', '--fix', folder]);
    expect(stderr).toContain('Not fixed, because it is read-only');
    expect(await readFile(path.join(folder, skill), 'utf8')).toBe(skillToFix);
  });

  test.skipIf(process.platform === 'win32')('leaves the whole file where the disk is full', async () => {
    const long = skillText({
      name: 'Demo Skill',
      body: `# Demo\n\n${'Read the diff and list what changed.\n'.repeat(400)}`,
    });
    const folder = await temporaryFolder({ [skill]: long });
    // No file may become larger than some blocks: to a writer that is as if the disk were full.
    const script = 'trap "" XFSZ; ulimit -f 4; exec "$@"';
    const args = ['-c', script, 'bash', process.execPath, bundledCli(), 'check', '--fix', folder];
    const { stderr, status } = spawnSync('bash', args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder },
    });
    expect(stderr).toMatch(/Cannot be written: .*\((EFBIG|ENOSPC)\)/);
    expect(status).toBe(2);
    expect(await readFile(path.join(folder, skill), 'utf8')).toBe(long);
    expect(await readdir(path.dirname(path.join(folder, skill)))).toEqual(['SKILL.md']);
  });
});

describe('replacing a file', () => {
  test('needs no longer name than the file has', async () => {
    const name = `${'n'.repeat(250)}.md`;
    const folder = await temporaryFolder({ [name]: 'old' });
    await replaceFile(path.join(folder, name), Buffer.from('old'), 'new');
    expect(await readFile(path.join(folder, name), 'utf8')).toBe('new');
  });

  test.each([
    ['is written', (file: string) => writeFile(file, 'newer'), 'has changed in the meantime'],
    [
      'becomes a link',
      async (file: string) => {
        await writeFile(`${file}.old`, 'old');
        spawnSync('ln', ['-sf', `${file}.old`, file]);
      },
      'is a link',
    ],
  ])('is given up where it %s at the last moment', async (_, change, why) => {
    const folder = await temporaryFolder({ 'a.md': 'old' });
    const file = path.join(folder, 'a.md');
    meanwhile = () => change(file);
    try {
      await expect(replaceFile(file, Buffer.from('old'), 'new')).rejects.toThrow(new NotReplaced(why));
    } finally {
      meanwhile = undefined;
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await readFile(file, 'utf8')).not.toBe('new');
  });
});
