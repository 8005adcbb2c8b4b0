import { expect, test } from 'vitest';
import { loadCatalog } from '../../../server/src/catalog/load-catalog.ts';
import { foldersToWatch, watchedFiles } from '../../../server/src/lsp/state/watched-files.ts';
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
