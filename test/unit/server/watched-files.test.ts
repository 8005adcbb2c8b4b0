import { expect, test } from 'vitest';
import { loadCatalog } from '../../../server/src/catalog/load-catalog.ts';
import { foldersToWatch, isOnlyOfDirectory, watchedFiles } from '../../../server/src/lsp/state/watched-files.ts';
import { sessionOf } from '../features/session-of.ts';

const skill = '---\ndescription: Does it\n---\nDo it.\n';

test("nothing above the project or next to the user's own folders is watched as a whole", async () => {
  const session = {
    ...sessionOf({ '/srv/deep/project/.claude/skills/a/SKILL.md': skill, '/srv/.claude/skills/b/SKILL.md': skill }),
    folder: '/srv/deep/project',
  };
  const { sources } = await loadCatalog(session);
  const folders = await foldersToWatch(session, sources);
  const deep = folders.filter((folder) => folder.deep).map(({ path }) => path);
  expect(deep.sort()).toEqual([
    '/etc/claude-code/.claude',
    '/home/me/.claude/agents',
    '/home/me/.claude/commands',
    '/home/me/.claude/skills',
    '/srv/.claude/skills',
    '/srv/deep/project/.claude/skills',
  ]);
  const patterns = watchedFiles([
    { path: '/srv/.claude/skills', deep: true },
    { path: '/home/me/.claude', deep: false },
  ]);
  expect(patterns.watchers.slice(-2).map(({ globPattern }) => globPattern)).toEqual([
    { baseUri: 'file:///srv/.claude/skills', pattern: '**' },
    { baseUri: 'file:///home/me/.claude', pattern: '*' },
  ]);
});

test.each([
  ['/work/README.md', true],
  ['/work/plugins/office/LICENSE', true],
  ['/work/plugins/office/icon.png', true],
  ['/work/plugins/office/readme', true],
  ['/work/.claude/skills/a/README.md', false],
  ['/work/skills/a/LICENSE.txt', false],
  ['/work/a/SKILL.md', false],
  ['/work/.claude-plugin/plugin.json', false],
  ['/work/evals/a/README.md', false],
])('%s concerns the plugin directory alone: %s', (path, expected) => {
  expect(isOnlyOfDirectory(path)).toBe(expected);
});
