import { expect, test } from 'vitest';
import { shortText } from '../../../client/src/text/short-text.ts';
import { chosenOrTyped } from '../../../client/src/views/chosen-or-typed.ts';

test.each([
  ['main..HEAD', 'main..HEAD'],
  ['  two\n lines ', 'two lines'],
  ['0123456789', '0123456789'],
  ['0123456789a', '0123456789…'],
  ['𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡𝟘', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡…'],
  ['x'.repeat(1_000_000), 'xxxxxxxxxx…'],
])('%.20s in a title is %s', (text, short) => {
  expect(shortText(text, 10)).toBe(short);
});

test.each([
  ['main..HEAD', '', 'main..HEAD'],
  ['main..HEAD', 'MAIN', 'main..HEAD'],
  ['other', 'main', 'main'],
  [undefined, 'main', 'main'],
  [undefined, '', ''],
])('%s is selected and “%s” typed: %s', (selected, typed, meant) => {
  expect(chosenOrTyped(selected, typed)).toBe(meant);
});
