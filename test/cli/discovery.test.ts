import { rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, checkJson, cleanSkill, runCli, skillToFix, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

/** The files in which something was found, relative to `folder`. */
async function foundIn(folder: string, args: readonly string[], cwd = folder): Promise<string[]> {
  const { report } = await checkJson(args, { cwd });
  return report.findings.map(({ file }) => path.relative(folder, file));
}

describe('folders', () => {
  test('without paths, the repository of the session directory is checked', async () => {
    const folder = await temporaryFolder({
      'app/.git/HEAD': 'ref: refs/heads/main\n',
      'app/.claude/skills/a/SKILL.md': skillToFix,
      'app/packages/web/.claude/skills/b/SKILL.md': skillToFix.replace('Lists what a diff changes', 'Plans sprints'),
      'other/.claude/skills/c/SKILL.md': skillToFix,
    });
    const expected = ['app/.claude/skills/a/SKILL.md', 'app/packages/web/.claude/skills/b/SKILL.md'];
    expect(await foundIn(folder, [], path.join(folder, 'app/packages/web'))).toEqual(expected);
  });

  test('files come sorted by code units, whatever the disk says', async () => {
    const names = ['b', 'a', 'B', 'ä', 'z', '10', '9', 'a-b', 'a.b'];
    const folder = await temporaryFolder(
      Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillToFix])),
    );
    const found = await foundIn(folder, ['.']);
    expect(found).toEqual(names.map((name) => `skills/${name}/SKILL.md`).sort());
  });

  test('.git and node_modules are skipped, unless they are given; ignored files are not', async () => {
    const folder = await temporaryFolder({
      '.git/skills/a/SKILL.md': skillToFix,
      'node_modules/tool/skills/b/SKILL.md': skillToFix,
      'ignored/skills/c/SKILL.md': skillToFix,
      '.gitignore': 'ignored\n',
    });
    expect(await foundIn(folder, ['.'])).toEqual(['ignored/skills/c/SKILL.md']);
    expect(await foundIn(folder, ['node_modules'])).toEqual(['node_modules/tool/skills/b/SKILL.md']);
    expect(await foundIn(folder, ['.', 'node_modules/tool'])).toHaveLength(2);
  });

  test('a file given twice, or in a given folder, counts once', async () => {
    const folder = await temporaryFolder({ 'skills/a/SKILL.md': skillToFix });
    expect(await foundIn(folder, ['skills/a/SKILL.md', '.', 'skills', './skills/../skills/a/SKILL.md'])).toHaveLength(
      1,
    );
  });

  test('a folder above another given one is walked whole', async () => {
    const folder = await temporaryFolder({
      'a/skills/x/SKILL.md': skillToFix,
      'a/b/c/skills/y/SKILL.md': skillToFix,
      'a/b/skills/z/SKILL.md': skillToFix,
    });
    expect(await foundIn(folder, ['a', 'a/b/c'])).toHaveLength(3);
  });

  test('commands, agents, misplaced skills, plugin manifests and settings are found; other files are not', async () => {
    const folder = await temporaryFolder({
      '.claude/commands/deep/go.md': 'Go.\n',
      '.claude/agents/helper.md': 'Help.\n',
      '.claude/skills/loose.md': cleanSkill,
      'plugin/.claude-plugin/plugin.json': '{ "name": "p" }',
      'plugin/commands/run.md': 'Run.\n',
      'plugin/commands/README.md': '# Commands\n',
      'commands/not-ours.md': '# Docs\n',
      'docs/guide.md': '# Guide\n',
      '.claude/settings.json': '{}',
      '.vscode/settings.json': '{}',
      'package.json': '{}',
    });
    expect((await checkJson(['.'], { cwd: folder })).report.summary.files).toBe(6);
  });

  test('a folder named SKILL.md, an empty file and a binary one do no harm', async () => {
    const folder = await temporaryFolder({
      'skills/a/SKILL.md/x.txt': 'x',
      'skills/b/SKILL.md': '',
      'skills/c/SKILL.md': Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256),
      'skills/d/SKILL.md': Buffer.from(`\uFEFF${cleanSkill}`, 'utf16le'),
    });
    const { report, stderr } = await checkJson(['.'], { cwd: folder });
    expect(report.summary.files).toBe(3);
    expect(stderr).toBe('');
  });

  test('a file of several megabytes is checked', async () => {
    const folder = await temporaryFolder({
      'skills/demo/SKILL.md': cleanSkill + 'More text on a line.\n'.repeat(200_000),
    });
    expect((await checkJson(['.'], { cwd: folder })).report.summary.files).toBe(1);
  });
});

describe('links', () => {
  test('circles end, and every file is reported once by its real path', async () => {
    const folder = await temporaryFolder({ 'plugins/a/skills/x/SKILL.md': skillToFix });
    await symlink('..', path.join(folder, 'plugins/a/up'));
    await symlink('.', path.join(folder, 'plugins/self'));
    await symlink('b', path.join(folder, 'plugins/c'));
    await symlink('c', path.join(folder, 'plugins/b'));
    await symlink('nowhere', path.join(folder, 'plugins/broken'));
    await symlink('../plugins/a/skills', path.join(folder, 'plugins/skills'));
    expect(await foundIn(folder, ['.'])).toEqual(['plugins/a/skills/x/SKILL.md']);
    expect(await foundIn(folder, ['plugins/skills/x/SKILL.md'])).toEqual(['plugins/a/skills/x/SKILL.md']);
  });

  test('lead to folders elsewhere, but not to those around the walk', async () => {
    const folder = await temporaryFolder({
      'repository/.claude/skills/own/SKILL.md': skillToFix,
      'shared/tool/SKILL.md': skillToFix,
      'skills/unrelated/SKILL.md': skillToFix,
    });
    await symlink('../../../shared/tool', path.join(folder, 'repository/.claude/skills/tool'));
    await symlink('..', path.join(folder, 'repository/around'));
    await symlink('..', path.join(folder, 'shared/tool/around'));
    const expected = ['repository/.claude/skills/own/SKILL.md', 'shared/tool/SKILL.md'];
    expect(await foundIn(folder, ['repository'])).toEqual(expected);
  });

  test('a skill that links to a file without a telling place is reported by the link', async () => {
    const folder = await temporaryFolder({ 'docs/x.md': skillToFix, 'skills/x/LICENSE': '' });
    await symlink('../../docs/x.md', path.join(folder, 'skills/x/SKILL.md'));
    expect(await foundIn(folder, ['.'])).toEqual(['skills/x/SKILL.md']);
  });

  test.each(['prompts', 'a/b/c/prompts'])('a folder %s is one of commands where a link makes it one', async (real) => {
    const folder = await temporaryFolder({
      [`${real}/go.md`]: '---\nmodel: [\n---\nGo.\n',
      '.claude/settings.json': '{}',
    });
    await symlink(path.join('..', real), path.join(folder, '.claude/commands'));
    expect(new Set(await foundIn(folder, ['.']))).toEqual(new Set(['.claude/commands/go.md']));
  });

  test('a skill that links to a command is that command', async () => {
    const folder = await temporaryFolder({ '.claude/commands/go.md': cleanSkill, '.claude/skills/go/notes.txt': '' });
    await symlink('../../commands/go.md', path.join(folder, '.claude/skills/go/SKILL.md'));
    expect((await checkJson(['.'], { cwd: folder })).report.summary).toMatchObject({ files: 1, skills: 0 });
  });
});

describe('a changing disk', () => {
  test('files that come and go while they are checked never end a run', async () => {
    const folder = await temporaryFolder(
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`skills/s${index}/SKILL.md`, skillToFix])),
    );
    const running = runCli(['check', '.', '--format', 'json'], { cwd: folder });
    let moving = true;
    const moves = (async () => {
      while (moving) {
        await rename(path.join(folder, 'skills/s199'), path.join(folder, 'moved'));
        await rename(path.join(folder, 'moved'), path.join(folder, 'skills/s199'));
      }
    })();
    const { code, stderr } = await running;
    moving = false;
    await moves;
    expect(code).toBe(0);
    expect(stderr).toMatch(/^(skillwright: Deleted before it was read: .*\n)?$/);
  });
});
