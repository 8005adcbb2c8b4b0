import { expect, test } from 'vitest';
import { mentionedFiles } from '../../../server/src/document/markdown/file-mentions.ts';

test('finds the files that a text mentions, those in quotes first', () => {
  const text = 'See @a.md, @"my notes.md" and @src/b.ts#L3-7; me@example.com and (@c.md) are none. @a.md';
  expect(mentionedFiles(text, 'claude-code')).toEqual([
    { path: 'my notes.md', lines: undefined },
    { path: 'a.md', lines: undefined },
    { path: 'src/b.ts', lines: { first: 3, last: 7 } },
  ]);
});

test('goes with one line and with a heading as each release does', () => {
  expect(mentionedFiles('@a.md#L3 @b.md#top', 'claude-code')).toEqual([
    { path: 'a.md', lines: { first: 3, last: 3 } },
    { path: 'b.md', lines: undefined },
  ]);
  expect(mentionedFiles('@b.md#top', 'claude-code@2.1.7')).toEqual([{ path: 'b.md#top', lines: undefined }]);
});

test('takes no noticeable time for a text full of marks', () => {
  expect(mentionedFiles(`${'@'.repeat(50_000)} ${'@a '.repeat(20_000)}`, 'claude-code')).toEqual([
    { path: 'a', lines: undefined },
  ]);
});
