import { describe, expect, test } from 'vitest';
import { listPluginFiles, maxListedDepth } from '../../../server/src/catalog/discover/plugin-files.ts';
import { measureSkillPackage } from '../../../server/src/catalog/file/skill-package.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import { sessionOf } from '../features/session-of.ts';

const filesOf = (disk: Readonly<Record<string, string>>): FileSystem => sessionOf(disk).files;

describe('the files of a plugin', () => {
  test('are folders and markdown, a few levels down', async () => {
    const deep = Array.from({ length: maxListedDepth + 1 }, (_, index) => `d${index}`);
    const files = filesOf({
      '/p/skills/a/SKILL.md': '',
      '/p/commands/x.MD': '',
      '/p/run.sh': '',
      '/p/.git/objects/a': '',
      '/p/node_modules/x/README.md': '',
      [`/p/${deep.join('/')}/x.md`]: '',
    });
    const listed = await listPluginFiles('/p', files);
    expect(listed.files).toEqual(['commands/x.MD', 'skills/a/SKILL.md']);
    const folders = ['commands', 'skills', 'skills/a', ...[1, 2, 3, 4].map((end) => deep.slice(0, end).join('/'))];
    expect(listed.folders).toEqual(folders.sort());
    expect(listed.complete).toBe(true);
  });

  test('are told to be incomplete where there are too many or some cannot be read', async () => {
    const many = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`/p/f${index}/x.md`, '']));
    const listed = await listPluginFiles('/p', filesOf(many));
    expect(listed.complete).toBe(false);
    expect(listed.folders.length).toBeGreaterThan(2000);
    expect((await listPluginFiles('/gone', filesOf({}))).complete).toBe(false);
  });
});

describe('the package of a skill', () => {
  test('is measured without files that are never uploaded', async () => {
    const files = filesOf({
      '/s/SKILL.md': 'abc',
      '/s/assets/é.txt': 'é',
      '/s/inner/SKILL.md': 'x',
      '/s/node_modules/a/b.js': 'x',
      '/s/.git/HEAD': 'x',
    });
    expect(await measureSkillPackage('/s', files)).toEqual({
      files: 3,
      bytes: 6,
      innerSkills: ['inner/SKILL.md'],
      complete: true,
    });
  });

  test('ends where links come back, and far beyond every limit', async () => {
    const base = filesOf({ '/s/a/x.md': 'x' });
    const circle: FileSystem = {
      ...base,
      readFolder: async () => [
        { name: 'again', type: 'folder' },
        { name: 'x.md', type: 'file' },
      ],
      realPath: async () => '/s',
    };
    expect((await measureSkillPackage('/s', circle)).files).toBe(1);
    const endless: FileSystem = { ...circle, realPath: async (path) => path };
    expect((await measureSkillPackage('/s', endless)).complete).toBe(false);
    const many = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`/s/${index}.md`, '']));
    const measured = await measureSkillPackage('/s', filesOf(many));
    expect(measured.complete).toBe(false);
    expect(measured.files).toBe(2001);
  });
});
