import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cacheFolder, prune } from '../../server/src/cli/cache/cache-folder.ts';
import { keepRun, readRun } from '../../server/src/cli/cache/cached-run.ts';
import {
  bundleCliForTests,
  bundledCli,
  type CliOptions,
  runCli,
  skillText,
  skillToFix,
  temporaryFolder,
} from './cli-process.ts';

bundleCliForTests();

/** A project with one finding, and a home whose cache is empty. */
async function setUp() {
  const root = await temporaryFolder({
    'project/.claude/skills/demo/SKILL.md': skillToFix,
    'home/.claude/settings.json': '{}',
  });
  const cwd = `${root}/project`;
  const cache = `${root}/home/.cache/skillwright/check`;
  const env = { HOME: `${root}/home`, USERPROFILE: `${root}/home`, LOCALAPPDATA: '', XDG_CACHE_HOME: '' };
  const run = (args: readonly string[] = [], options: CliOptions = {}) =>
    runCli(['check', ...args], { cwd, ...options, env: { ...env, ...options.env } });
  const files = async (): Promise<string[]> => (await readdir(cache).catch(() => [])).map((name) => `${cache}/${name}`);
  return { root, cwd, cache, run, files, skill: `${cwd}/.claude/skills/demo/SKILL.md` };
}

/** A word in the counts of every report, and what {@link mark} makes of it. */
const original = 'skill';
const marked = 'sKILL';

/** Changes the output of a run in the cache, so that it can be told from that of a new run. */
async function mark(file: string): Promise<void> {
  const run = readRun(file)!;
  const output = Buffer.from(run.output);
  output.write(marked, output.lastIndexOf(original));
  keepRun(file, { ...run, output });
}

const withoutTime = (text: string): string =>
  text.replace(/\d+ ms|\d\.\d s/, 'TIME').replace(/"ms": \d+/, '"ms": TIME');

// The folder for caches of macOS and Windows is not in a home that a test can choose.
describe.runIf(process.platform === 'linux')('a check of what has not changed', () => {
  test.each([[[]], [['--format', 'json']], [['--quiet']], [['--max-warnings', '0']], [['--shard', '1/1']]])(
    'is repeated with %j',
    async (args) => {
      const { cache, files, ...project } = await setUp();
      // Once as everybody starts it.
      const run = (options: readonly string[]) => project.run(options, { ownProcess: args.length === 0 });
      const first = await run(args);
      await mark((await files())[0]!);
      const second = await run(args);
      expect(second.stdout).toContain(marked);
      const compared = ({ code, stdout, stderr }: typeof first) => [code, withoutTime(stdout), stderr];
      const unmarked = { ...second, stdout: second.stdout.replace(marked, original) };
      expect(compared(unmarked)).toEqual(compared(first));
      expect(compared(await run([...args, '--no-cache']))).toEqual(compared(first));
      expect((await run(args)).stdout).toContain(marked);
      const modes = await Promise.all([cache, ...(await files())].map(async (file) => (await stat(file)).mode & 0o777));
      expect(modes).toEqual([0o700, 0o600]);
    },
  );

  test('is made again after a change, for other options and in another folder', async () => {
    const { run, skill, cwd, files } = await setUp();
    expect((await run()).stdout).toContain('name-format');
    await writeFile(skill, skillText({ name: 'demo-skill' }));
    expect((await run()).stdout).not.toContain('name-format');
    await writeFile(`${cwd}/skillwright.config.json`, '{"rules": {"name-format": "off"}}');
    expect((await run()).code).toBe((await run(['--no-cache'])).code);
    expect(await files()).toHaveLength(1);
    await run(['--rule', 'name-format=off']);
    await run([], { cwd: `${cwd}/.claude` });
    await run([], { env: { FORCE_COLOR: '1' } });
    expect(await files()).toHaveLength(4);
  });

  test('is made again by another build', async () => {
    const { run, root, cwd, files } = await setUp();
    await run();
    const other = `${root}/other.mjs`;
    await copyFile(bundledCli(), other);
    const { spawnSync } = await import('node:child_process');
    await writeFile(
      other,
      `${(await readFile(other, 'utf8')).replaceAll('./cli/', `${path.dirname(bundledCli())}/cli/`)}\n`,
    );
    const env = { PATH: process.env.PATH, HOME: `${root}/home` };
    expect(spawnSync(process.execPath, [other, 'check'], { cwd, env }).status).toBe((await run()).code);
    expect(await files()).toHaveLength(2);
  });

  test.each([['--fix'], ['--fix-dry-run'], ['--stats'], ['--no-cache']])('is not repeated with %s', async (option) => {
    const { run, files } = await setUp();
    await run([option]);
    expect(await files()).toEqual([]);
  });

  test.each<[string, (file: string) => Promise<void>]>([
    ['cut', (file) => truncate(file, 300)],
    ['empty', (file) => truncate(file, 0)],
    [
      'damaged',
      async (file) => {
        const bytes = await readFile(file);
        bytes[200]! ^= 1;
        await writeFile(file, bytes);
      },
    ],
    ['of others', (file) => chmod(file, 0o666)],
    [
      'a link',
      async (file) => {
        await copyFile(file, `${file}-`);
        await rm(file);
        await symlink(`${file}-`, file);
      },
    ],
    [
      'a folder',
      async (file) => {
        await rm(file);
        await mkdir(file);
      },
    ],
  ])('is made again if the file in the cache is %s', async (_, damage) => {
    const { run, files } = await setUp();
    const { code, stdout } = await run();
    await damage((await files())[0]!);
    const again = await run();
    expect([again.code, withoutTime(again.stdout), again.stderr]).toEqual([code, withoutTime(stdout), '']);
  });

  test.each<[string, (cache: string) => Promise<void>]>([
    ['is a file', async (cache) => writeFile(cache, 'mine')],
    ['is a link', async (cache) => symlink(path.dirname(cache), cache)],
    [
      'may be written by others',
      async (cache) => {
        await mkdir(cache);
        await chmod(cache, 0o777);
      },
    ],
  ])('works where the folder of the cache %s', async (_, prepare) => {
    const { run, cache } = await setUp();
    await mkdir(path.dirname(cache), { recursive: true });
    await prepare(cache);
    const before = await readdir(path.dirname(cache));
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([(await run(['--no-cache'])).code, '']);
    // Compiled code has a folder of its own.
    const after = await readdir(path.dirname(cache));
    expect(after.filter((name) => name !== 'compiled')).toEqual(before);
  });

  test('reports rules that crash and files that cannot be read each time', async () => {
    const { run, files, skill } = await setUp();
    await rm(skill);
    await mkdir(skill);
    const { code } = await run();
    expect((await run()).code).toBe(code);
    if (code === 2) expect(await files()).toEqual([]);
  });
});

test('the folder of the cache is that of the platform', () => {
  expect(cacheFolder('linux', { XDG_CACHE_HOME: '/c' })).toBe('/c/skillwright/check');
  expect(cacheFolder('linux', { XDG_CACHE_HOME: 'c' })).toMatch(/\/\.cache\/skillwright\/check$/);
  expect(cacheFolder('darwin', {})).toMatch(/\/Library\/Caches\/skillwright\/check$/);
  expect(cacheFolder('win32', {})).toBeUndefined();
});

test('only the runs that were used last are kept', async () => {
  const names = Array.from({ length: 230 }, (_, index) => `run-${index}`);
  const folder = await temporaryFolder(Object.fromEntries(names.map((name) => [`cache/${name}`, name])));
  await writeFile(`${folder}/outside`, 'x');
  await symlink(`${folder}/outside`, `${folder}/cache/link`);
  prune(`${folder}/cache`);
  expect((await readdir(`${folder}/cache`)).filter((name) => name !== 'link')).toHaveLength(200);
  expect(await readFile(`${folder}/outside`, 'utf8')).toBe('x');
});
