import { expect, test } from 'vitest';
import { ageText } from '../../../server/src/jobs/claude-code/ask/asked-text.ts';

test.each([
  [0, 'just now'],
  [9_400, 'just now'],
  [9_600, '10 s ago'],
  [29_000, '20 s ago'],
  [59_400, '50 s ago'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [49 * 3_600_000, '2 days ago'],
])('an age of %d ms changes no more often than it is brought up to date: %s', (ms, text) => {
  expect(ageText(1_000_000, 1_000_000 + ms)).toBe(text);
});
