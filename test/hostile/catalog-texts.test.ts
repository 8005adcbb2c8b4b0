import { describe, expect, test } from 'vitest';
import { fallbackDescription } from '../../server/src/catalog/facts/fallback-description.ts';
import { visibleText } from '../../server/src/catalog/facts/visible-text.ts';
import { readDescription } from '../../server/src/catalog/similar/read-description.ts';
import { SimilarDescriptions } from '../../server/src/catalog/similar/similar-descriptions.ts';
import { displayWidth } from '../../server/src/dialect/text/display-width.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import { expectLinearGrowth, type MakeText } from './growth.ts';
import { argumentShapes, fileShapes, fill } from './shapes.ts';

/** Characters that belong together in ways of their own. */
const scripts = [
  ...['\u0301', 'e\u0301', '名', '😀', '👩\u200D', '👩\u200D👩\u200D', '🇩', '🇩🇪', '#\uFE0F\u20E3', '👍🏽', '\u200D'],
  ...['क्', 'क्‍', 'ب', 'ب\u200C', '\u00AD', '\u2060', '\u202E', '\u{E0041}', '\u{1F3F4}\u{E0067}', '가', '\u1100\u1161'],
  ...[
    '\u001B[31m',
    '\u001B]8;;x\u0007',
    '\u001B',
    '\u009B1m',
    '<a>',
    '&amp;',
    '\ud83d',
    '\udc69',
    'a. ',
    'Use when ',
    '「',
  ],
];

const texts: readonly (readonly [name: string, make: MakeText])[] = [
  ...scripts.map((piece): [string, MakeText] => [JSON.stringify(piece), (size) => fill(piece, size)]),
  ...scripts.map((piece): [string, MakeText] => [
    `a word and ${JSON.stringify(piece)}`,
    (size) => fill(`word ${piece}`, size),
  ]),
  ...argumentShapes,
];

describe('descriptions are cleaned, measured and read in linear time', () => {
  test.for([...texts])('%s', async ([, make]) => {
    await expectLinearGrowth(make, (text) => [visibleText(text), displayWidth(text), readDescription(text)], {
      prepare: (text: string) => text,
      largest: 262_144,
    });
  });
});

describe('the line that replaces a missing description is found in linear time', () => {
  test.for([...fileShapes].filter(([name]) => name.startsWith('body ')))('%s', async ([, make]) => {
    await expectLinearGrowth(make, fallbackDescription, {
      prepare: (text) => {
        const document = readDocument(text, 'claude-code');
        void document.body;
        return document;
      },
      largest: 262_144,
    });
  });
});

test('what a description shows is the same however long it is', () => {
  expect(visibleText(fill('e\u0301', 100_000))).toBe(fill('e\u0301', 100_000));
  expect(visibleText(`a${fill('\u202E', 100_000)}b`)).toBe(visibleText('a\u202Eb'));
});

test('thousands of skills with the same long description are compared in linear time', async () => {
  const text = fill('Reviews pull requests for security holes and style. Use when a colleague opens one. ', 1_500);
  await expectLinearGrowth(
    (size) => String(size / 64),
    (skills) => {
      const described = Array.from({ length: Number(skills) }, (_, index) => ({ identifier: `s${index}`, text }));
      return new SimilarDescriptions(described).similarTo('s0');
    },
    { prepare: (count: string) => count, largest: 65_536 },
  );
});
