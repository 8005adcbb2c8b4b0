import { describe, expect, test } from 'vitest';
import { shownMessage } from '../../../server/src/runtime/render/shown-message.ts';

describe('a message about a command', () => {
  test.each([
    ['colors and titles', '\u001B[1;31mred\u001B[0m \u001B]0;title\u0007done', 'red done'],
    ['links', '\u001B]8;;http://x\u001B\\link\u001B]8;;\u001B\\', 'link'],
    ['control characters but tabs and lines', 'a\tb\nc\u0000\u0007\b\r\u007Fd\u009B31me', 'a\tb\ncde'],
    ['Windows line ends', 'a\r\nb', 'a\nb'],
    ['characters that nobody sees', 'a\u200Bb\u202Ec\u00ADd\u2028e\u{E0041}f\uFEFF', 'abcdef'],
    ['what joins emoji', '\u{1F469}\u200D\u{1F4BB} \u2764\uFE0F', '\u{1F469}\u{1F4BB} \u2764\uFE0F'],
    ['a sequence that is cut off', 'a\u001B[b \u001B[31', 'a[b '],
  ])('has no %s', (_, written, shown) => expect(shownMessage(written, 'claude-code')).toBe(shown));

  test('of the first releases has them', () => {
    expect(shownMessage('\u001B[1mbold\r\n', 'claude-code@2.1.7')).toBe('\u001B[1mbold\n');
  });
});
