import { execFileSync } from 'node:child_process';
import { link, mkdir, open, symlink, truncate } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { bundleCliForTests, checkJson, cleanSkill, runCli, skillToFix, temporaryFolder } from '../cli/cli-process.ts';
import { isEveryTest } from '../every-test.ts';

bundleCliForTests();

const isLinux = process.platform === 'linux';

/** A file of 600 MB that takes no room on the disk. */
async function sparseFile(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await (await open(file, 'w')).close();
  await truncate(file, 600_000_000);
}

async function linkFile(target: string, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await symlink(target, file);
}

/** Files whose bytes never end, never come or cost others something, each with the way it is made. */
const neverEnding: readonly (readonly [string, (file: string) => Promise<void>])[] = [
  ['the memory map of the process', (file) => linkFile('/proc/self/pagemap', file)],
  ['the messages of the kernel', (file) => linkFile('/proc/kmsg', file)],
  ['the traces of the kernel', (file) => linkFile('/sys/kernel/tracing/trace_pipe', file)],
  ['a device', (file) => linkFile('/dev/zero', file)],
  [
    'a pipe',
    async (file) => {
      await mkdir(path.dirname(file), { recursive: true });
      execFileSync('mkfifo', [file]);
    },
  ],
  [
    'a socket',
    async (file) => {
      await mkdir(path.dirname(file), { recursive: true });
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(file, resolve));
      onTestFinished(() => void server.close());
    },
  ],
  ['a sparse file', sparseFile],
];

describe.runIf(isLinux)('a file that cannot be read to its end', () => {
  test.for(neverEnding)('%s is not readable, and does not block other reads', async ([, make]) => {
    const folder = await temporaryFolder({ 'beside.md': 'text' });
    const file = `${folder}/x.md`;
    await make(file);
    // More of them than Node has threads for reading.
    const reads = Array.from({ length: 6 }, () => nodeFileSystem.readFile(file));
    expect(await nodeFileSystem.readFile(`${folder}/beside.md`)).toHaveLength(4);
    expect(await Promise.all(reads)).toEqual(reads.map(() => undefined));
  });

  test.for(neverEnding)(
    '%s as a SKILL.md is named by check, list and render; other skills are not touched',
    async ([, make]) => {
      const folder = await temporaryFolder({ '.git/HEAD': '', '.claude/skills/demo-b/SKILL.md': skillToFix });
      const bad = `${folder}/.claude/skills/bad/SKILL.md`;
      await make(bad);
      const { code, stderr, report } = await checkJson(['.'], { cwd: folder });
      // What only the system has may not be there for everybody, or not at all.
      const isThere = (await nodeFileSystem.typeOf(bad)) !== undefined;
      if (isThere) {
        expect(code).toBe(2);
        expect(stderr).toMatch(
          /^skillwright: Cannot be read: \S+ \((not a regular file|larger than 8 MiB|permission denied)\)\n$/,
        );
      }
      expect(report.findings.map(({ rule }) => rule)).toContain('name-format');
      expect(report.summary.files).toBe(1);
      const list = JSON.parse((await runCli(['list', '--format', 'json'], { cwd: folder })).stdout);
      const skills = list.skills.map(({ name, status, reason }: Record<string, unknown>) => [name, status, reason]);
      expect(skills).toContainEqual(['demo-b', 'active', null]);
      if (!isThere) return;
      expect(skills).toContainEqual(['bad', 'invalid', expect.stringMatching(/^The file cannot be read \(.+\)$/)]);
      const byName = await runCli(['render', 'bad'], { cwd: folder });
      expect([byName.code, byName.stdout]).toEqual([2, '']);
      expect(byName.stderr).toMatch(/^skillwright: `bad` is not loaded: The file cannot be read \(.+\)/);
      const byPath = await runCli(['render', bad], { cwd: folder });
      expect([byPath.code, byPath.stdout]).toEqual([2, '']);
      expect(byPath.stderr).toMatch(/^skillwright: The file cannot be read: \S+ \(.+\)\n$/);
      const invoked = await runCli(['invoke', 'bad'], { cwd: folder });
      expect(invoked.code).toBe(1);
      expect(invoked.stderr).toMatch(/^skillwright: The file cannot be read \(.+\): \S+\n$/);
    },
  );
});

describe.runIf(isLinux)('a file of 600 MB', () => {
  test.for(['.claude/settings.json', '.claude/agents/a.md', '.claude/commands/c.md', '.claude-plugin/plugin.json'])(
    'as %s is named by check',
    async (name) => {
      const folder = await temporaryFolder({ '.git/HEAD': '', '.claude/skills/demo/SKILL.md': cleanSkill });
      await sparseFile(`${folder}/${name}`);
      const { code, stderr, report } = await checkJson(['.'], { cwd: folder });
      expect([code, stderr]).toEqual([2, `skillwright: Cannot be read: ${folder}/${name} (larger than 8 MiB)\n`]);
      expect(report.summary.files).toBe(1);
    },
  );

  test.for(['.claude/settings.json', '.claude/agents/a.md', 'web/.gitignore', 'plugin/.claude-plugin/plugin.json'])(
    'as %s is named by list',
    async (name) => {
      const folder = await temporaryFolder({
        '.git/HEAD': '',
        '.claude/skills/demo/SKILL.md': cleanSkill,
        'web/.claude/skills/w/SKILL.md': cleanSkill,
        'plugin/skills/p/SKILL.md': cleanSkill,
      });
      await sparseFile(`${folder}/${name}`);
      const { code, stdout } = await runCli(['list', '--format', 'json', '--plugin-dir', 'plugin'], { cwd: folder });
      const { errors, skills } = JSON.parse(stdout);
      expect(code).toBe(0);
      expect(errors).toContainEqual(
        expect.objectContaining({ path: `${folder}/${name}`, message: 'The file cannot be read (larger than 8 MiB)' }),
      );
      expect(skills.map((it: { name: string }) => it.name)).toContain('demo');
    },
  );

  test.for([
    '.claude-plugin/marketplace.json',
    '.gitignore',
    'package.json',
    '.claude/skills/demo/reference.md',
    '.claude/skills/demo/data.bin',
    'CLAUDE.md',
  ])('as %s ends no command', async (name) => {
    const folder = await temporaryFolder({ '.git/HEAD': '', '.claude/skills/demo/SKILL.md': cleanSkill });
    await sparseFile(`${folder}/${name}`);
    const { code, stderr, report } = await checkJson(['.', '--target', 'claude-api'], { cwd: folder });
    expect(stderr).not.toContain('fault');
    expect(code).toBeLessThan(3);
    expect(report.summary.files).toBe(1);
    if (name === 'package.json') {
      expect(stderr).toBe(`skillwright: Configuration not read: ${folder}/package.json (larger than 8 MiB)\n`);
    }
    const budget = await runCli(['budget', '--format', 'json'], { cwd: folder });
    expect([budget.code, budget.stderr]).toEqual([0, name === 'package.json' ? stderr : '']);
    if (name === 'CLAUDE.md') expect(budget.stdout).toContain('CLAUDE.md: not counted (larger than 8 MiB)');
  });

  test('as configuration is named in one line', async () => {
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': cleanSkill });
    await sparseFile(`${folder}/skillwright.config.json`);
    const found = await runCli(['check'], { cwd: folder });
    expect([found.code, found.stderr]).toEqual([
      2,
      `skillwright: ${folder}/skillwright.config.json: cannot be read (larger than 8 MiB)\n`,
    ]);
    const named = await runCli(['check', '--config', 'skillwright.config.json'], { cwd: folder });
    expect([named.code, named.stderr]).toEqual([
      2,
      `skillwright: The configuration cannot be read: ${folder}/skillwright.config.json (larger than 8 MiB)\n`,
    ]);
  });

  test("as Claude Code's record of its use is left alone", async () => {
    const folder = await temporaryFolder({ 'app/.claude/skills/demo/SKILL.md': cleanSkill });
    await sparseFile(`${folder}/home/.claude.json`);
    const list = await runCli(['list', '--cwd', 'app', '--home', 'home'], { cwd: folder });
    expect([list.code, list.stderr]).toEqual([0, '']);
    expect(list.stdout).toContain('demo');
  });

  test('on standard input is rejected', async () => {
    const folder = await temporaryFolder();
    const input = Buffer.alloc(9 * 1024 * 1024, 'a');
    const { code, stderr } = await runCli(['check', '--stdin', '--stdin-filename', 'SKILL.md'], { cwd: folder, input });
    expect([code, stderr]).toEqual([2, 'skillwright: Standard input cannot be read (larger than 8 MiB)\n']);
  });
});

describe('files at the edge of what is read', () => {
  test('one that Claude Code rejects for its size still has its finding', async () => {
    const text = cleanSkill + 'word '.repeat(1_000_000);
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': text });
    const { code, report } = await checkJson(['.'], { cwd: folder });
    expect(code).toBe(1);
    expect(report.findings.map(({ rule }) => rule)).toEqual(['file-too-large']);
  });

  test('a folder in the place of a file is named by list', async () => {
    const folder = await temporaryFolder({
      '.claude/skills/bad/SKILL.md/x': '',
      '.claude/skills/demo/SKILL.md': cleanSkill,
    });
    const { skills } = JSON.parse((await runCli(['list', '--format', 'json'], { cwd: folder })).stdout);
    const found = skills.map(({ name, reason }: Record<string, unknown>) => [name, reason]);
    expect(found).toContainEqual(['bad', 'The file cannot be read (a folder)']);
    expect(found).toContainEqual(['demo', null]);
  });

  test('an empty file, one that is gone and a link in a circle', async () => {
    const folder = await temporaryFolder({ 'empty.md': '' });
    await symlink('circle.md', `${folder}/circle.md`);
    expect(await nodeFileSystem.readFile(`${folder}/empty.md`)).toHaveLength(0);
    for (const name of ['gone.md', 'circle.md', 'empty.md/x']) {
      expect(await nodeFileSystem.readFile(`${folder}/${name}`)).toBeUndefined();
      expect(await nodeFileSystem.whyUnreadable(`${folder}/${name}`, 'file')).toBeUndefined();
    }
    expect(await nodeFileSystem.whyUnreadable(folder, 'file')).toBe('a folder');
    expect(await nodeFileSystem.whyUnreadable(`${folder}/empty.md`, 'folder')).toBe('not a folder');
  });

  test.runIf(isEveryTest)(
    'large files are not all in memory at a time',
    async () => {
      const text = `${cleanSkill}${'More text on a line.\n'.repeat(390_000)}`;
      const folder = await temporaryFolder({ '.git/HEAD': '', 'text.md': text });
      for (let index = 0; index < 120; index++) {
        await mkdir(`${folder}/.claude/skills/s${index}`, { recursive: true });
        await link(`${folder}/text.md`, `${folder}/.claude/skills/s${index}/SKILL.md`);
      }
      const report = 'process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))';
      const { stderr } = await runCli(['list'], {
        cwd: folder,
        env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}` },
      });
      // All texts together have 980 MB; the time of garbage collection alone makes a difference of 200 MB.
      expect(Number(/peak (\d+)/.exec(stderr)?.[1])).toBeLessThan(700_000);
    },
    120_000,
  );
});

describe('paths of the command line', () => {
  const deep = 'a/'.repeat(5_000);

  test('one of 5,000 folders is rejected in one line', async () => {
    const folder = await temporaryFolder({ '.claude/skills/demo/SKILL.md': cleanSkill });
    const runs = await Promise.all([
      runCli(['check', `/${deep}SKILL.md`], { cwd: folder }),
      runCli(['check', '--stdin', '--stdin-filename', `${deep}SKILL.md`], { cwd: folder }),
      runCli(['list', '--cwd', deep], { cwd: folder }),
      runCli(['render', `./${deep}SKILL.md`], { cwd: folder }),
    ]);
    for (const { code, stderr } of runs) {
      expect(code).toBe(2);
      expect(stderr).toMatch(/^skillwright: The path leads through more than 256 folders: \S+…\n$/);
    }
  });

  test('a folder that is named and not there is an error, whatever the command', async () => {
    const folder = await temporaryFolder({ '.claude/skills/demo/SKILL.md': cleanSkill });
    const commands = [['check', '--quiet'], ['list'], ['budget'], ['render', 'demo'], ['trust'], ['new', 'other']];
    for (const command of commands) {
      for (const option of ['--home', '--managed', '--add-dir', '--plugin-dir']) {
        const run = await runCli([...command, option, 'h'], { cwd: folder });
        const line = `skillwright: No such folder: ${folder}/h (${option})\n`;
        expect([command, run]).toEqual([command, { code: 2, stdout: '', stderr: line }]);
      }
    }
  });

  test.runIf(process.platform !== 'win32')('a current folder that was deleted is named in one line', async () => {
    const folder = await temporaryFolder({ 'gone/x': '' });
    const leave = `process.chdir(${JSON.stringify(`${folder}/gone`)});(await import('node:fs')).rmSync('../gone',{recursive:true})`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(leave)}` };
    const { code, stderr } = await runCli(['list'], { cwd: folder, env });
    expect([code, stderr]).toEqual([2, 'skillwright: The current folder no longer exists; change to another folder\n']);
  });
});
