import { expect, test } from 'vitest';
import { shownPath } from '../../../client/src/text/shown-path.ts';

test.each([
  ['/home/me', '/home/me/.claude/skills/pdf', '~/.claude/skills/pdf'],
  ['/home/me', '/home/me', '~'],
  ['/home/me', '/home/melanie/notes', '/home/melanie/notes'],
  ['/home/me', '/etc/claude-code', '/etc/claude-code'],
  ['/', '/srv', '/srv'],
  ['C:\\Users\\Me', 'c:\\Users\\Me\\notes', '~\\notes'],
])('with the home %s, %s is shown as %s', (home, fsPath, shown) => {
  expect(shownPath({ fsPath }, home)).toBe(shown);
});
