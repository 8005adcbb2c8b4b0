import { closeSync, mkdirSync, openSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { findNestedFolders } from '../../server/src/catalog/discover/nested-folders.ts';
import { listPluginFiles } from '../../server/src/catalog/discover/plugin-files.ts';
import { NamesInScope } from '../../server/src/catalog/file/names-in-scope.ts';
import { readFileContext } from '../../server/src/catalog/file/read-file-context.ts';
import { measureSkillPackage } from '../../server/src/catalog/file/skill-package.ts';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { discoverFiles } from '../../server/src/cli/files/discover-files.ts';
import { skillCost } from '../../server/src/jobs/budget/skill-cost.ts';
import { startContext } from '../../server/src/jobs/budget/start-context.ts';
import type { FileSystem, FolderEntry } from '../../server/src/platform/file-system.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { bundleCliForTests, cleanSkill, runCli, temporaryFolder } from '../cli/cli-process.ts';
import { type Disk, project, sessionOf, skillPath } from '../unit/features/session-of.ts';

bundleCliForTests();

/** What every folder of an endless tree holds. */
const inEveryFolder: readonly FolderEntry[] = [
  { name: 'a', type: 'folder' },
  { name: 'b', type: 'folder' },
  { name: 'note.txt', type: 'file' },
];

/** A disk on which one folder, and every folder below it, holds two more folders: what a link to a large disk leads to. */
function endlessBelow(root: string, files: FileSystem): FileSystem {
  const isEndless = (path: string): boolean => path === root || path.startsWith(`${root}/`);
  const typeOf = (path: string) => (/\/[ab]$/.test(path) || path === root ? 'folder' : undefined);
  return {
    ...files,
    readFile: (path, most) => files.readFile(path, most),
    readFolder: async (path) => {
      // As on a disk, other work runs in the meantime: the test stops a walk that does not end.
      await setImmediate();
      return isEndless(path) ? inEveryFolder : files.readFolder(path);
    },
    typeOf: async (path) => (isEndless(path) && typeOf(path)) || files.typeOf(path),
    realPath: async (path) => (isEndless(path) ? path : files.realPath(path)),
  };
}

function endlessSession(root: string, disk: Disk = {}) {
  const session = sessionOf({ [skillPath('pdf')]: cleanSkill, ...disk });
  return { ...session, files: endlessBelow(root, session.files) };
}

const tooMuch = /^This folder is too large: Skillwright searched .+ and then stopped$/;

describe('a tree without an end', () => {
  test.for([
    ['commands', `${project}/.claude/commands`],
    ['projects inside the project', `${project}/web`],
  ])('of %s is named by the catalog, which has everything else', async ([, root]) => {
    const session = endlessSession(root!, { [`${project}/web/x.md`]: '', [`${project}/.claude/commands/c.md`]: 'C' });
    const { catalog } = await loadCatalog(session);
    expect(catalog.errors().map(({ message }) => message)).toEqual([expect.stringMatching(tooMuch)]);
    expect(catalog.skills().map(({ name }) => name)).toContain('pdf');
  });

  test('of nested folders keeps what was found', async () => {
    const { files } = endlessSession(`${project}/web`, {
      [`${project}/web/x`]: '',
      [`${project}/api/.claude/skills/x/SKILL.md`]: '',
    });
    const { owners, errors } = await findNestedFolders(project, files);
    expect(owners).toEqual([`${project}/api`]);
    expect(errors).toHaveLength(1);
  });

  test('of agents leaves open which there are', async () => {
    const { files } = endlessSession(`${project}/.claude/agents`);
    expect(await new NamesInScope(files).agentNames([project], undefined, undefined)).toBeUndefined();
  });

  test('of a plugin, a package and a cost says that it is incomplete', async () => {
    const session = endlessSession(`${project}/.claude/skills/pdf/more`, {
      [`${project}/.claude/skills/pdf/more/x`]: '',
    });
    const { files } = session;
    const skill = `${project}/.claude/skills/pdf`;
    expect((await measureSkillPackage(skill, files)).complete).toBe(false);
    expect((await listPluginFiles(`${skill}/more`, files)).complete).toBe(true);
    const { catalog } = await loadCatalog(session);
    const { id } = catalog.skills().find(({ name }) => name === 'pdf')!;
    expect((await skillCost(catalog, id, files))?.l3Incomplete).toBe(true);
  });

  test('of rules is named in what a session starts with', async () => {
    const wide: FolderEntry[] = Array.from({ length: 50 }, (_, index) => ({ name: `f${index}`, type: 'folder' }));
    const session = sessionOf({ [`${project}/.claude/rules/x`]: '' });
    const isRules = (path: string) => path.startsWith(`${project}/.claude/rules`);
    const files: FileSystem = {
      ...session.files,
      readFolder: async (path) => {
        await setImmediate();
        return isRules(path) ? wide : session.files.readFolder(path);
      },
      realPath: async (path) => path,
    };
    const labels = (await startContext({ ...session, files })).map(({ label }) => label);
    expect(labels).toEqual(['.claude/rules: not counted (only 2,000 folders are counted)']);
  });

  test('that is to be checked ends, and is named', async () => {
    const { files } = endlessSession(`${project}/web`, { [`${project}/web/x`]: '' });
    const found = await discoverFiles([project], { ...files, readFolder: unhurried(files) });
    expect(found.cut).toBe('200,000 folders');
    expect(found.files.map(({ path }) => path)).toContain(skillPath('pdf'));
  }, 120_000);
});

/** Listing 200,000 folders with a turn for others after each takes too long for a test. */
function unhurried(files: FileSystem): FileSystem['readFolder'] {
  return async (path) => (path.startsWith(`${project}/web`) ? inEveryFolder : files.readFolder(path));
}

describe.runIf(process.platform !== 'win32')('links on a disk', () => {
  test('from commands to the whole disk: the list ends, and names it', async () => {
    const folder = await temporaryFolder({ '.git/HEAD': '', '.claude/skills/demo/SKILL.md': cleanSkill });
    await symlink('/', `${folder}/.claude/commands`);
    const { code, stdout } = await runCli(['list', '--format', 'json'], { cwd: folder });
    const { skills, errors } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(skills.map(({ name }: { name: string }) => name)).toContain('demo');
    expect(errors).toContainEqual(expect.objectContaining({ message: expect.stringMatching(tooMuch) }));
  }, 120_000);

  test('in a circle are followed once', async () => {
    const folder = await temporaryFolder({ '.git/HEAD': '', '.claude/commands/sub/c.md': 'C' });
    await symlink('..', `${folder}/.claude/commands/sub/back`);
    const { stdout } = await runCli(['list', '--format', 'json'], { cwd: folder });
    const { skills, errors } = JSON.parse(stdout);
    expect([skills.map(({ name }: { name: string }) => name), errors]).toEqual([['sub:c'], []]);
  });
});

describe('a folder of very many names', () => {
  test('is listed in part, and that is said', async () => {
    const folder = await temporaryFolder({ '.git/HEAD': '' });
    mkdirSync(`${folder}/.claude/skills`, { recursive: true });
    for (let index = 0; index <= 100_000; index++) closeSync(openSync(`${folder}/.claude/skills/${index}.txt`, 'w'));
    expect(await nodeFileSystem.readFolder(`${folder}/.claude/skills`)).toHaveLength(100_000);
    const { stdout } = await runCli(['list'], { cwd: folder });
    // A busy machine may take longer than a walk may.
    expect(stdout).toMatch(/searched (100,000 names of one folder|what \d+ seconds allow) and then stopped/);
  }, 120_000);
});

describe('a path of 5,000 folders', () => {
  test('is not a file for Skillwright, and the disk is not read', async () => {
    const asked: string[] = [];
    const files: FileSystem = {
      ...nodeFileSystem,
      readFile: async (path) => void asked.push(path),
      typeOf: async (path) => void asked.push(path),
      readFolder: async (path) => void asked.push(path),
    };
    expect(await readFileContext(`${'/a'.repeat(5_000)}/.claude/skills/x/SKILL.md`, files, undefined)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
