import { expect, test } from 'vitest';
import { pathFromHome } from '../../../client/src/text/path-from-home.ts';

test.each([
  ['/home/me', '/home/me/.claude/skills/pdf', '~/.claude/skills/pdf'],
  ['/home/me', '/home/me', '~'],
  ['/home/me', '/home/melanie/notes', '/home/melanie/notes'],
  ['/home/me', '/etc/claude-code', '/etc/claude-code'],
  ['/', '/srv', '/srv'],
  ['C:\\Users\\Me', 'c:\\Users\\Me\\notes', '~\\notes'],
])('with the home %s, %s is shown as %s', (home, fsPath, shown) => {
  expect(pathFromHome({ fsPath }, home)).toBe(shown);
});
