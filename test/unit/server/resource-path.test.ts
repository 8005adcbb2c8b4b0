import { expect, test } from 'vitest';
import { isOnDisk, resourcePath } from '../../../server/src/lsp/resource-path.ts';
import { WorkspaceFolders } from '../../../server/src/lsp/state/workspace-folders.ts';

test.each([
  ['file:///home/me/a%20b/SKILL.md', '/home/me/a b/SKILL.md'],
  ['file:///home/me/a%5Cb/SKILL.md', '/home/me/a\\b/SKILL.md'],
  ['vscode-vfs://github/owner/repo/SKILL.md', '/owner/repo/SKILL.md'],
  ['untitled:Untitled-1', 'Untitled-1'],
])('%s', (uri, path) => {
  expect(resourcePath(uri)).toBe(path);
});

test('only files are on disk', () => {
  expect(isOnDisk('file:///a')).toBe(true);
  expect(isOnDisk('untitled:/a')).toBe(false);
  expect(isOnDisk('vscode-vfs://github/a')).toBe(false);
});

test('the innermost workspace folder holds a file', () => {
  const folder = (uri: string) => ({ uri, name: '' });
  const folders = new WorkspaceFolders([folder('file:///a'), folder('file:///a/b'), folder('file:///ab')]);
  expect(folders.holding('/a/b/c')).toBe('/a/b');
  expect(folders.holding('/a/bc')).toBe('/a');
  expect(folders.holding('/x')).toBeUndefined();
  folders.change([folder('file:///x')], [folder('file:///a/b')]);
  expect(folders.holding('/a/b/c')).toBe('/a');
  expect(folders.holding('/x/y')).toBe('/x');
});
