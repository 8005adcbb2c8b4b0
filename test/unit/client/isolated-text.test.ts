import { expect, test } from 'vitest';
import { labelText } from '../../../client/src/text/displayed-text.ts';
import { isolatedText } from '../../../client/src/text/isolated-text.ts';

test('a text from right to left stays in its place, and others are as they were', () => {
  expect(isolatedText('مراجعة')).toBe('\u2068مراجعة\u2069');
  expect(isolatedText('review 审查')).toBe('review 审查');
  expect(labelText('בדיקה $(bug)')).toBe('\u2068בדיקה \\$(bug)\u2069');
});
