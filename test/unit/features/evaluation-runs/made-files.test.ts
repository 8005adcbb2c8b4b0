import { expect, test } from 'vitest';
import { madeFiles } from '../../../../server/src/jobs/evaluations/prompts/made-files.ts';
import { linkTo, memoryFileSystem } from '../../memory-file-system.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function madeIn(files: Parameters<typeof memoryFileSystem>[0], placed: Readonly<Record<string, string>> = {}) {
  const before = new Map(Object.entries(placed).map(([path, text]) => [path, bytes(text)]));
  const { files: made, leftOut } = await madeFiles('/tmp/p', before, memoryFileSystem(files));
  return { paths: made.map(({ path }) => path), leftOut };
}

test('what was there before is only kept if it has changed', async () => {
  const placed = { 'in/a.txt': 'a\n', 'in/b.txt': 'b\n' };
  const files = { '/tmp/p/in/a.txt': 'a\n', '/tmp/p/in/b.txt': 'B\n', '/tmp/p/größe 👋.txt': '' };
  expect(await madeIn(files, placed)).toEqual({ paths: ['größe 👋.txt', 'in/b.txt'], leftOut: [] });
  expect(await madeIn({ '/tmp/p/in/a.txt': 'a\n' }, placed)).toEqual({ paths: [], leftOut: [] });
});

test('nothing is read through links, and nothing that would have an effect where it is kept', async () => {
  const made = await madeIn(
    {
      '/etc/secret/key': 'secret',
      '/tmp/p/link.txt': linkTo('/etc/secret/key'),
      '/tmp/p/folder': linkTo('/etc/secret'),
      '/tmp/p/.claude/skills/greet/SKILL.md': 'x',
      '/tmp/p/.claude/settings.json': '{}',
      '/tmp/p/deep/.git/config': 'x',
      '/tmp/p/.MCP.json': '{}',
      '/tmp/p/node_modules/a/index.js': '',
      '/tmp/p/deep/kept.md': 'x',
    },
    { '.claude/skills/greet/SKILL.md': 'x' },
  );
  expect(made.paths).toEqual(['deep/kept.md']);
  expect(made.leftOut.toSorted()).toEqual([
    '.MCP.json would set up sessions, an editor or a repository',
    '.claude/settings.json would set up sessions, an editor or a repository',
    '2 links',
    'deep/.git would set up sessions, an editor or a repository',
    'node_modules is what a program has installed',
  ]);
});

test('files are bounded in number and size', async () => {
  const many = Object.fromEntries(Array.from({ length: 203 }, (_, index) => [`/tmp/p/${index}.txt`, `${index}`]));
  const { paths, leftOut } = await madeIn(many);
  expect([paths.length, leftOut]).toEqual([200, ['3 more files, because 200 are kept']]);
  const large = await madeIn({ '/tmp/p/large.bin': 'x'.repeat(8 * 1024 * 1024 + 1), '/tmp/p/small.txt': 'x' });
  expect(large).toEqual({ paths: ['small.txt'], leftOut: ['large.bin cannot be read, or is too large'] });
});

test('a project that has become a link is not read', async () => {
  const { paths, leftOut } = await madeIn({ '/etc/secret/key': 'secret', '/tmp/p': linkTo('/etc/secret') });
  expect([paths, leftOut]).toEqual([[], ['the project is gone, or has become a link']]);
});
