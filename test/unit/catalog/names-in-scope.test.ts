import { describe, expect, test } from 'vitest';
import { NamesInScope } from '../../../server/src/catalog/file/names-in-scope.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';

const disk: Readonly<Record<string, string>> = {
  '/home/me/.claude/agents/mine.md': '---\nname: My Own\ndescription: D\n---\n',
  '/home/me/.claude/skills/personal/SKILL.md': '',
  '/app/.claude/agents/reviewer.md': '---\ndescription: No name.\n---\n',
  '/app/.claude/agents/team/tester.md': '---\nname: tester-one\ndescription: D\n---\n',
  '/app/.claude/agents/a/b/c/d/e/deep.md': '---\nname: deep\ndescription: D\n---\n',
  '/app/.claude/agents/notes.txt': '',
  '/app/.claude/skills/one/SKILL.md': '',
  '/app/.claude/skills/two/SKILL.md': '',
  '/app/plugin/agents/helper.md': '---\nname: helper\ndescription: D\n---\n',
};

/** The files above, and how often each path was asked for. */
function countedDisk() {
  const asked = new Map<string, number>();
  const count = (path: string) => asked.set(path, (asked.get(path) ?? 0) + 1);
  const paths = Object.keys(disk);
  const isFolder = (path: string) => paths.some((file) => file.startsWith(`${path}/`));
  const files: FileSystem = {
    readFile: async (path) => {
      count(path);
      return disk[path] === undefined ? undefined : new TextEncoder().encode(disk[path]);
    },
    readFolder: async (path) => {
      count(path);
      const inside = paths.filter((file) => file.startsWith(`${path}/`));
      const names = new Set(inside.map((file) => file.slice(path.length + 1).split('/')[0]!));
      return [...names].map((name) => ({ name, type: isFolder(`${path}/${name}`) ? 'folder' : 'file' }));
    },
    whyUnreadable: async () => undefined,
    sizeOf: async () => undefined,
    typeOf: async () => undefined,
    realPath: async (path) => path,
    isExecutable: async () => undefined,
    identityOf: async (path) => path,
  };
  return { files, asked };
}

const skillOne = ['/app/.claude/skills/one', '/app/.claude/skills', '/app/.claude', '/app'];
const skillTwo = ['/app/.claude/skills/two', ...skillOne.slice(1)];

describe('names in scope', () => {
  test('agents with a name and a description are found at any depth, in the project, the plugin and the home', async () => {
    const names = new NamesInScope(countedDisk().files);
    expect([...((await names.agentNames(skillOne, '/app/plugin', '/home/me/.claude')) ?? [])].sort()).toEqual(
      ['My Own', 'deep', 'helper', 'tester-one'].sort(),
    );
  });

  test('skills are the folders next to the skill and in every skills folder in scope', async () => {
    const names = new NamesInScope(countedDisk().files);
    expect([...((await names.skillNames(skillOne, skillOne[1], '/home/me/.claude')) ?? [])].sort()).toEqual([
      'one',
      'personal',
      'two',
    ]);
    expect([...((await names.skillNames(['/lone'], undefined, undefined)) ?? [])]).toEqual([]);
  });

  test('files with the same folders above them share the work and the sets', async () => {
    const { files, asked } = countedDisk();
    const names = new NamesInScope(files);
    const ask = (folders: readonly string[]) =>
      Promise.all([
        names.agentNames(folders, '/app/plugin', '/home/me/.claude'),
        names.skillNames(folders, folders[1], '/home/me/.claude'),
      ]);
    const [first, second] = await Promise.all([ask(skillOne), ask(skillTwo)]);
    const third = await ask(skillOne);
    expect(second[0]).toBe(first[0]);
    expect(second[1]).toBe(first[1]);
    expect(third[0]).toBe(first[0]);
    expect(Math.max(...asked.values())).toBe(1);
  });
});
