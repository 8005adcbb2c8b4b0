import { expect, test } from 'vitest';
import { withoutVirtualPlace } from '../../../server/src/platform/virtual-path.ts';

test.each([
  ['/memfs:/project/.claude', '/project/.claude'],
  ['/vscode-vfs:github/owner/repo', '/owner/repo'],
  ['/home/me/a:b/c', '/home/me/a:b/c'],
  ['/c:/Users/me', '/c:/Users/me'],
  ['C:/Users/me', 'C:/Users/me'],
  ['docs/skill', 'docs/skill'],
])('%s is %s without its place', (path, without) => {
  expect(withoutVirtualPlace(path)).toBe(without);
});
