import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { catalogReport } from '../../server/src/cli/reports/catalog-report.ts';
import type { FileSystem } from '../../server/src/platform/file-system.ts';
import { bundleCliForTests, bundledCli, checkJson, cleanSkill, runCli, temporaryFolder } from '../cli/cli-process.ts';
import { project, sessionOf, skillPath } from '../unit/features/session-of.ts';

/* Kinds of files and folders that the table of hostile inputs names and that nothing else here is about. */

bundleCliForTests();

const isRoot = process.getuid?.() === 0;

/** Runs the command line as a user who is not root, for whom permissions count. */
function runAsUser(args: readonly string[], cwd: string, home: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundledCli(), ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home },
    ...(isRoot && { uid: 65534, gid: 65534 }),
  });
  return { code: status, stdout, stderr };
}

/** A folder that such a user may read, as is the command line. */
async function sharedFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder(files);
  await chmod(folder, 0o755);
  if (isRoot) await chown(folder, 65534, 65534);
  return folder;
}

describe.skipIf(process.platform === 'win32')('what may not be read', () => {
  test('a file without permission is named, and other skills are not affected', async () => {
    const folder = await sharedFolder({
      '.git/HEAD': '',
      '.claude/skills/demo/SKILL.md': cleanSkill,
      '.claude/skills/secret/SKILL.md': cleanSkill,
    });
    await chmod(`${folder}/.claude/skills/secret/SKILL.md`, 0o000);
    const checked = runAsUser(['check', '.'], folder, folder);
    expect([checked.code, checked.stderr]).toEqual([
      2,
      `skillwright: Cannot be read: ${folder}/.claude/skills/secret/SKILL.md (permission denied)\n`,
    ]);
    const { skills } = JSON.parse(runAsUser(['list', '--format', 'json'], folder, folder).stdout);
    const states = skills.map(({ name, status }: Record<string, string>) => [name, status]);
    expect(states).toContainEqual(['demo', 'active']);
    expect(states).toContainEqual(['secret', 'invalid']);
  });

  test('a folder without permission is named, and other skills are not affected', async () => {
    const folder = await sharedFolder({
      '.git/HEAD': '',
      '.claude/skills/demo/SKILL.md': cleanSkill,
      '.claude/commands/closed/x.md': 'X',
    });
    await chmod(`${folder}/.claude/commands/closed`, 0o000);
    try {
      const { code, stdout } = runAsUser(['list', '--format', 'json'], folder, folder);
      expect(code).toBe(0);
      const { skills, errors } = JSON.parse(stdout);
      expect(skills.map(({ name }: { name: string }) => name)).toEqual(['demo']);
      expect(errors).toContainEqual(expect.objectContaining({ path: `${folder}/.claude/commands/closed` }));
    } finally {
      await chmod(`${folder}/.claude/commands/closed`, 0o755);
    }
  });

  test('a home that is read-only is enough for every command that only reads', async () => {
    const folder = await sharedFolder({
      'app/.git/HEAD': '',
      'app/.claude/skills/demo/SKILL.md': cleanSkill,
      'home/x': '',
    });
    await chmod(`${folder}/home`, 0o555);
    await chmod(folder, 0o555);
    for (const args of [
      ['check', '.'],
      ['list'],
      ['budget'],
      ['render', 'demo'],
      ['trust', 'demo'],
      ['explain', 'name-format'],
    ]) {
      const { code, stderr } = runAsUser(args, `${folder}/app`, `${folder}/home`);
      expect([args, code, stderr]).toEqual([args, 0, '']);
    }
    expect(await readdir(`${folder}/home`)).toEqual(['x']);
    await chmod(folder, 0o755);
  });

  test('a fix where nothing may be written says so, and leaves the file', async () => {
    const text = cleanSkill.replace('name: demo', 'name: Demo');
    const folder = await sharedFolder({ 'skills/demo/SKILL.md': text });
    const { code, stdout, stderr } = runAsUser(['check', '--fix', '.'], folder, folder);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/permission|not be replaced|cannot be written/i);
    expect(await readdir(`${folder}/skills/demo`)).toEqual(['SKILL.md']);
  });
});

describe('a home', () => {
  test.for([
    ['that is a file', 'home'],
    ['that does not exist', 'gone'],
    ['that is a device', '/dev/null'],
    ['that is relative', '.'],
    ['that is empty', ''],
  ] as const)('%s leaves the project as it is', async ([, home]) => {
    const folder = await temporaryFolder({
      'app/.git/HEAD': '',
      'app/.claude/skills/demo/SKILL.md': cleanSkill,
      home: '',
    });
    const env = { HOME: home.startsWith('/') || home === '' || home === '.' ? home : `${folder}/${home}` };
    const { code, stdout } = await runCli(['list', '--format', 'json'], { cwd: `${folder}/app`, env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).skills.map(({ name }: { name: string }) => name)).toContain('demo');
  });
});

describe('files that change while they are read', () => {
  const disk = {
    [skillPath('stays')]: cleanSkill,
    [skillPath('vanishes')]: cleanSkill,
    [`${project}/.claude/settings.json`]: '{}',
    [`${project}/.claude/commands/vanishes.md`]: 'X',
    [`${project}/.claude/agents/vanishes.md`]: 'X',
  };

  test.for([
    ['vanish after they were listed', async (): Promise<Uint8Array | undefined> => undefined],
    ['are empty by then', async () => new Uint8Array()],
    ['are other bytes by then', async () => new Uint8Array([0xff, 0xfe, 0x00, 0xd8])],
  ] as const)('%s: the others are not affected', async ([, readFile]) => {
    const session = sessionOf(disk);
    const files: FileSystem = {
      ...session.files,
      readFile: (file, most) => (file.includes('vanishes') ? readFile() : session.files.readFile(file, most)),
    };
    const { catalog } = await loadCatalog({ ...session, files });
    expect(catalog.skills().find(({ name }) => name === 'stays')?.status).toBe('active');
    catalogReport(catalog);
  });

  test('a folder that vanishes while a check walks through it ends nothing', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`.claude/skills/s${index}/SKILL.md`, cleanSkill]),
    );
    const folder = await temporaryFolder({ '.git/HEAD': '', ...files });
    const running: ReturnType<typeof checkJson> = checkJson(['.'], { cwd: folder });
    const gone = (async (): Promise<void> => {
      for (let index = 0; index < 300; index += 2) {
        if (index % 4 === 0) await rm(`${folder}/.claude/skills/s${index}`, { recursive: true });
        else await rename(`${folder}/.claude/skills/s${index}`, `${folder}/.claude/skills/moved${index}`);
      }
    })();
    const [{ code, stderr, report }] = await Promise.all([running, gone]);
    expect(code).toBeLessThan(3);
    expect(stderr).not.toContain('fault');
    expect(report.summary.files).toBeGreaterThanOrEqual(150);
  });
});

describe('settings that point at programs', () => {
  test('start none of them, whatever is shown of them', async () => {
    const folder = await temporaryFolder({
      'app/.git/HEAD': '',
      'app/.claude/skills/demo/SKILL.md': `---\ndescription: Sows beans. Use when the soil is warm.\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: touch RAN\n---\n!\`touch RAN\`\n`,
    });
    const run = `touch ${folder}/RAN`;
    const hook = [{ matcher: '*', hooks: [{ type: 'command', command: run }] }];
    const settings = {
      ...Object.fromEntries(
        ['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'otelHeadersHelper'].map((key) => [key, run]),
      ),
      statusLine: { type: 'command', command: run },
      fileSuggestion: { type: 'command', command: run },
      hooks: Object.fromEntries(
        ['SessionStart', 'PreToolUse', 'Stop', 'UserPromptSubmit'].map((event) => [event, hook]),
      ),
      env: { NODE_OPTIONS: `--require=${folder}/evil.cjs`, PATH: folder, SHELL: `${folder}/evil` },
      enableAllProjectMcpServers: true,
    };
    await writeFile(`${folder}/evil.cjs`, `require('node:fs').writeFileSync(${JSON.stringify(`${folder}/RAN`)}, '')`);
    await writeFile(`${folder}/app/.claude/settings.json`, JSON.stringify(settings));
    await writeFile(
      `${folder}/app/.mcp.json`,
      JSON.stringify({ mcpServers: { x: { command: 'touch', args: [`${folder}/RAN`] } } }),
    );
    const commands = [
      ['check', '.'],
      ['list'],
      ['budget'],
      ['render', 'demo', 'a'],
      ['invoke', 'demo'],
      ['trust'],
      ['trust', 'demo'],
    ];
    for (const args of commands) {
      const { stdout, stderr } = await runCli(args, { cwd: `${folder}/app` });
      expect(stdout + stderr, args.join(' ')).not.toBe('');
    }
    expect(await readdir(folder)).toEqual(['app', 'evil.cjs']);
    expect(await readdir(`${folder}/app`)).toEqual(['.claude', '.git', '.mcp.json']);
  });
});

describe.skipIf(process.platform === 'win32')('names of files', () => {
  test('with line breaks, escapes and quotes are read and shown escaped', async () => {
    const names = [
      'a\nb',
      '\u001b[31mred',
      '"quoted"',
      '$(touch RAN)',
      '`touch RAN`',
      '; touch RAN',
      '-rf',
      '%s%n',
      '\u202egpj',
    ];
    const folder = await temporaryFolder({
      '.git/HEAD': '',
      ...Object.fromEntries(names.map((name) => [`.claude/skills/${name}/SKILL.md`, `---\nname: A B\n---\nRun it.\n`])),
    });
    for (const args of [['check', '.'], ['list'], ['budget'], ['check', '.', '--format', 'json'], ['trust']]) {
      const { stdout, stderr } = await runCli(args, { cwd: folder });
      expect(stdout.length).toBeGreaterThan(0);
      expect(stdout + stderr, args.join(' ')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
    expect(await readdir(folder)).toEqual(['.claude', '.git']);
    const { report } = await checkJson(['.'], { cwd: folder });
    expect(new Set(report.findings.map(({ file }) => file)).size).toBe(names.length);
  });

  test('that are not UTF-8 leave the others alone', async () => {
    const folder = await temporaryFolder({ '.git/HEAD': '', '.claude/skills/demo/SKILL.md': cleanSkill });
    const bad = Buffer.concat([Buffer.from(`${folder}/.claude/skills/`), Buffer.from([0xff, 0xfe])]);
    // Some file systems accept only UTF-8.
    const wasMade = await mkdir(bad)
      .then(() => writeFile(Buffer.concat([bad, Buffer.from('/SKILL.md')]), cleanSkill))
      .then(
        () => true,
        () => false,
      );
    const { code, stdout } = await runCli(['list', '--format', 'json'], { cwd: folder });
    expect([code, wasMade || process.platform !== 'linux']).toEqual([0, true]);
    expect(JSON.parse(stdout).skills.map(({ name }: { name: string }) => name)).toContain('demo');
  });

  test('that are links to themselves or to nothing are reported, and the others are read', async () => {
    const folder = await temporaryFolder({ '.git/HEAD': '', '.claude/skills/demo/SKILL.md': cleanSkill });
    await symlink('loop', `${folder}/.claude/skills/loop`);
    await symlink('/nowhere/at/all', `${folder}/.claude/skills/broken`);
    await symlink('..', `${folder}/.claude/skills/up`);
    const { code, stdout } = await runCli(['list', '--format', 'json'], { cwd: folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).skills.map(({ name }: { name: string }) => name)).toContain('demo');
    expect((await runCli(['check', '.'], { cwd: folder })).code).toBe(0);
  });
});
