import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../server/src/dialect/text/display-width.ts';

describe('the width of a text', () => {
  it.each([
    ['plain – “text” …', 16],
    ['日本語', 6],
    ['ｶﾞ', 2],
    ['한글', 4],
    ['\u1112\u1161\u11ab', 2],
    ['e\u0301', 1],
    ['हिन्दी', 5],
    ['ทำงาน', 5],
    ['a\n\u0007\u200Bb', 2],
    ['😀', 2],
    ['\ud83d', 0],
    ['👍🏽', 2],
    ['▶🏽', 3],
    ['👩‍👩‍👧', 2],
    ['❤', 1],
    ['❤\uFE0F', 2],
    ['☝', 2],
    ['1\uFE0F\u20E3', 2],
    ['🇫🇷🇩', 4],
    ['🏴\u{E0067}\u{E007F}', 2],
    ['', 0],
  ])('%j is %d', (text, width) => {
    expect(displayWidth(text)).toBe(width);
    expect(displayWidth(`${text} ${text}`)).toBe(2 * width + 1);
  });
});
