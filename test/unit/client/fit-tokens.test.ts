import { expect, test } from 'vitest';
import { fitTokens } from '../../../client/src/language-model-tools/fit-tokens.ts';

/** A model for which each character is a token. */
const limit = (tokenBudget: number) => ({ tokenBudget, countTokens: async (text: string) => text.length });

test('a text within the limit stays as it is, and so does one without a limit', async () => {
  expect(await fitTokens('word '.repeat(40), limit(200))).toBe('word '.repeat(40));
  expect(await fitTokens('word '.repeat(40), undefined)).toBe('word '.repeat(40));
});

test('a longer text is cut, says so, and keeps characters whole', async () => {
  const text = '😀'.repeat(1_000);
  const cut = await fitTokens(text, limit(501));
  expect(cut.length).toBeLessThanOrEqual(501);
  expect(cut).toMatch(
    /^(😀)+\n\n\[Cut after \d+ of 2000 characters: the rest exceeds the token limit of this tool\]$/u,
  );
  expect(cut.length).toBeGreaterThan(400);
});

test('a limit that not even the notice fits ends with an empty text', async () => {
  expect(await fitTokens('word '.repeat(40), limit(3))).toMatch(/^\n\n\[Cut after 0 of 200/);
});
