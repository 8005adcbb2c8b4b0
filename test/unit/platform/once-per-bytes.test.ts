import { expect, test } from 'vitest';
import { decodeText } from '../../../server/src/platform/decode-text.ts';
import { oncePerBytes } from '../../../server/src/platform/once-per-bytes.ts';

test('what is found in bytes is found once, for each of those that ask, and changes nothing in them', () => {
  let count = 0;
  const length = oncePerBytes((bytes) => `${bytes.length}, found ${++count}`);
  const first = oncePerBytes((bytes) => bytes[0]);
  const bytes = new TextEncoder().encode('text');
  const same = new TextEncoder().encode('text');
  expect([length(bytes), length(bytes), length(same)]).toEqual(['4, found 1', '4, found 1', '4, found 2']);
  expect([first(bytes), first(new Uint8Array())]).toEqual([116, undefined]);
  expect(decodeText(bytes)).toBe('text');
  expect([...bytes]).toEqual([...same]);
  expect(structuredClone(bytes)).toEqual(same);
});
