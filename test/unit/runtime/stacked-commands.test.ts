import { expect, test } from 'vitest';
import { stackedCommands } from '../../../server/src/runtime/skill-tool/stacked-commands.ts';
import { catalogOf, skillPath } from '../features/session-of.ts';

const plain = '---\ndescription: D\n---\nB\n';
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const disk = {
  ...Object.fromEntries(names.map((name) => [skillPath(name), plain])),
  [skillPath('fork')]: '---\ndescription: D\ncontext: fork\n---\nB\n',
  [skillPath('hidden')]: '---\ndescription: D\nuser-invocable: false\n---\nB\n',
};

async function stacked(text: string, first = 'a', runtime: 'claude-code' | 'claude-code@2.1.7' = 'claude-code') {
  const { catalog } = await catalogOf(disk, { runtime });
  const { further, arguments: rest } = stackedCommands(catalog.named(first)[0]!, text, catalog);
  return [further.map(({ name }) => name).join(' '), rest];
}

test('goes on as long as skills are named that run in the conversation', async () => {
  expect(await stacked('/b /c do it')).toEqual(['b c', 'do it']);
  expect(await stacked('/b')).toEqual(['b', '']);
  expect(await stacked('do /b')).toEqual(['', 'do /b']);
  expect(await stacked('/b /nope /c')).toEqual(['b', '/nope /c']);
  expect(await stacked('/fork x')).toEqual(['', '/fork x']);
  expect(await stacked('/hidden x')).toEqual(['', '/hidden x']);
});

test('takes five more at most', async () => {
  expect(await stacked('/b /c /d /e /f /g x')).toEqual(['b c d e f', '/g x']);
});

test('is nothing after a fork and in the first releases', async () => {
  expect(await stacked('/b x', 'fork')).toEqual(['', '/b x']);
  expect(await stacked('/b x', 'a', 'claude-code@2.1.7')).toEqual(['', '/b x']);
});
