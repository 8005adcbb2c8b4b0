import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../../server/src/dialect/text/token-estimate.ts';
import { textCounts } from '../../../server/src/jobs/preview/text-counts.ts';

describe('the estimate of tokens', () => {
  test.each([
    ['', 0],
    ['four', 1],
    ['five!', 2],
    ['é'.repeat(8), 2],
    ['—'.repeat(8), 2],
    ['漢字', 2],
    ['four漢字four', 4],
    ['four😀four', 3],
    ['four\r\nfour\r\n', 3],
    ['\r\r\r\r', 0],
    ['\ud83d', 1],
  ])('of %j is %i', (text, count) => expect(estimateTokens(text)).toBe(count));

  test('is the same however lines end', () => {
    const text = 'One line\nand 漢字\n'.repeat(20);
    expect(estimateTokens(text.replaceAll('\n', '\r\n'))).toBe(estimateTokens(text));
  });
});

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n', 1],
  ['\n\n', 2],
  ['a\r\nb\r\n', 2],
])('%j has %i lines', (text, lines) => expect(textCounts(text).lines).toBe(lines));
