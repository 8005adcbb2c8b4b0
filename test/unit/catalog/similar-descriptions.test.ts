import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AMBIGUITY_THRESHOLD, SimilarDescriptions } from '../../../server/src/catalog/similar/similar-descriptions.ts';

/** The one pair that two skills make, whatever its similarity. */
function pairOf(first: readonly [identifier: string, text: string], second: readonly [string, string]) {
  const index = new SimilarDescriptions([first, second].map(([identifier, text]) => ({ identifier, text })));
  const [pair] = index.competitorsOf(first[0], 1);
  const ambiguous = index.similarTo(first[0]).length > 0;
  expect(index.similarTo(second[0]).length > 0, 'both sides agree').toBe(ambiguous);
  return { pair, ambiguous };
}

describe('hard to tell apart', () => {
  test.each([
    [
      'a paraphrase',
      'Reviews pull requests for security holes, naming and style. Use when a colleague opens a pull request on GitHub.',
      'Checks the security, style and naming of a pull request. Use when pull requests of a colleague on GitHub are examined.',
    ],
    [
      'the same sentence turned round',
      'Run the linters and confirm the output before claiming success - when about to say that work is complete or fixed',
      'Use when about to say that work is complete or fixed - requires running the linters and confirming output before claiming success',
    ],
    [
      'a general skill beside a special one',
      'Run the scraper in development mode with the local plugin code, not the globally installed plugin',
      'Run the scraper for Gemini in development mode with the local plugin code, not the globally installed plugin',
    ],
    ['few words', 'Reviews code.', 'Use this skill to review the code'],
    ['another language', '审查拉取请求中的错误和风格问题。', '检查拉取请求中的错误和风格问题。'],
    [
      'words with accents',
      'Vérifie les dépenses et prépare le rapport mensuel.',
      'Prépare le rapport mensuel et vérifie les dépenses.',
    ],
  ])('%s', (_, first, second) => {
    const { pair, ambiguous } = pairOf(['first-one', first], ['second-one', second]);
    expect(pair?.similarity).toBeGreaterThanOrEqual(AMBIGUITY_THRESHOLD);
    expect(ambiguous).toBe(true);
  });

  test.each([
    'Plans watering for house plants.',
    'Use this when the user asks.',
    'Skill',
    '用于审查代码',
    'Not for slides.',
  ])('the same text has similarity 1: %s', (text) => {
    expect(pairOf(['a', text], ['b', `  ${text.replaceAll('.', '!').toUpperCase()}`]).pair?.similarity).toBe(1);
  });
});

describe('told apart plainly', () => {
  test.each([
    [
      'variants that name what differs',
      [
        'aws-lambda-python',
        'Builds and deploys AWS Lambda functions in Python. Use when writing a serverless handler in Python.',
      ],
      [
        'aws-lambda-node',
        'Builds and deploys AWS Lambda functions in Node.js. Use when writing a serverless handler in Node.js.',
      ],
    ],
    [
      'variants with common words',
      [
        'provider-actions',
        'Implements Terraform provider actions with the plugin framework, their schemas and acceptance tests.',
      ],
      [
        'provider-resources',
        'Implements Terraform provider resources with the plugin framework, their schemas and acceptance tests.',
      ],
    ],
    [
      'languages of one letter',
      ['c-review-worker', 'Runs one assigned c-review task and writes the findings to the output folder of the run.'],
      [
        'rust-review-worker',
        'Runs one assigned rust-review task and writes the findings to the output folder of the run.',
      ],
    ],
    [
      'verbs of their own',
      ['ledger-in', 'Imports bookings of a ledger from spreadsheets and maps columns to accounts and tax codes.'],
      ['ledger-out', 'Exports bookings of a ledger to spreadsheets and maps columns to accounts and tax codes.'],
    ],
    [
      'an exclusion',
      [
        'greenhouse',
        'Plans watering, feeding and pruning for plants. Use when a plant wilts or yellows. Not for lawns.',
      ],
      ['garden', 'Plans watering, feeding and pruning for plants and lawns. Use when a plant wilts or yellows.'],
    ],
    [
      'a reference by name',
      [
        'plant-care',
        'Plans watering, feeding and pruning for plants. Use when a plant wilts. For cuttings see plant-growth.',
      ],
      [
        'plant-growth',
        'Plans watering, feeding and pruning for plants. Use when a plant wilts or cuttings are wanted.',
      ],
    ],
    [
      'phase tags',
      ['one', '[P1·Design] Plans watering, feeding and pruning for plants.'],
      ['two', '[P3·Plan] Plans watering, feeding and pruning for plants.'],
    ],
    ['few words', ['tests', 'Run the tests'], ['linters', 'Run the linters']],
    [
      'the idiom of descriptions alone',
      ['maps', 'This skill should be used when the user asks to create a map, or needs guidance on best practices.'],
      [
        'chess',
        'This skill should be used when the user asks to create a chess problem, or needs guidance on best practices.',
      ],
    ],
    ['another language', ['a', '把演示文稿翻译成法语'], ['b', '检查数据库迁移脚本']],
  ] as const)('%s', (_, first, second) => {
    expect(pairOf(first, second).ambiguous).toBe(false);
  });

  test('what a skill is not for does not make it like the one that is for it', () => {
    const { pair } = pairOf(
      ['prose', 'Polishes letters and speeches. Not for spreadsheets, invoices or balance sheets.'],
      ['books', 'Keeps spreadsheets, invoices and balance sheets.'],
    );
    expect(pair).toBeUndefined();
  });
});

describe('what a pair tells', () => {
  const first = 'Reviews GitHub pull requests for bugs and accessibility. Use when a pull request is opened.';
  const second =
    'Reviews pull requests on GitHub for accessibility and bugs. Use when a pull request was opened by a colleague.';

  test('the shared words, most telling first, as the first one writes them', () => {
    const { pair } = pairOf(['one', first], ['two', second]);
    expect(pair).toMatchObject({ first: 'one', second: 'two' });
    expect(pair!.sharedWords.slice(0, 2)).toEqual(['GitHub', 'accessibility']);
    expect(pair!.sharedWords).toContain('Reviews');
    expect(pair!.sharedWords.length).toBeLessThanOrEqual(8);
  });

  test('characters in a row are one shared word', () => {
    const { pair } = pairOf(['a', '审查拉取请求中的错误'], ['b', '检查拉取请求中的错误']);
    expect(pair!.sharedWords).toEqual(['查拉取请求中的错误']);
  });

  test('the ways that are left, ranked, with words of their own', () => {
    const { pair } = pairOf(['one', first], ['two', second]);
    expect(pair!.waysApart.map(({ id }) => id)).toEqual([
      'verb',
      'object',
      'occasion',
      'phase-tag',
      'input-from',
      'exclusion',
    ]);
    expect(pair!.waysApart[0]).toEqual({ id: 'verb', shared: ['Reviews'], ofFirst: [], ofSecond: ['colleague'] });
    expect(pair!.waysApart[2]).toMatchObject({ shared: ['pull', 'request', 'opened'], ofSecond: ['colleague'] });
  });

  test('no way that is taken already', () => {
    const { pair } = pairOf(
      ['one', `[P1] Reviews carpets. Use when a parcel arrives. INPUT_FROM: scout. ${first}`],
      ['two', `[P2] Translates poems. Use when a poet calls. INPUT_FROM: editor. Not for carpets. ${first}`],
    );
    expect(pair!.waysApart).toEqual([]);
  });
});

describe('a set of skills', () => {
  const water = 'Plans watering for house plants and balcony boxes. Use when leaves wilt.';

  test('follows what is set, changed and deleted', () => {
    const index = new SimilarDescriptions();
    index.set('a', water);
    index.set('b', water);
    index.set('c', 'Translates contracts into French.');
    const namesOf = (identifier: string) => index.similarTo(identifier).map(({ second }) => second);
    expect([namesOf('a'), namesOf('b'), namesOf('c')]).toEqual([['b'], ['a'], []]);
    index.set('c', water);
    expect(namesOf('a')).toEqual(['b', 'c']);
    index.set('b', 'Prices used cars.');
    expect(namesOf('a')).toEqual(['c']);
    index.delete('c');
    index.delete('never-there');
    expect([namesOf('a'), namesOf('c')]).toEqual([[], []]);
  });

  test('answers are the same as those of a new set, whatever was asked and changed before', () => {
    const texts = [
      water,
      `${water} Also in winter.`,
      'Plans watering for vines.',
      'Prices used cars.',
      'Prices new cars.',
    ];
    const change = fc.record({
      identifier: fc.constantFrom('a', 'b', 'c', 'd'),
      text: fc.option(fc.constantFrom(...texts), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const index = new SimilarDescriptions();
        const current = new Map<string, string>();
        for (const { identifier, text } of changes) {
          if (text === undefined) index.delete(identifier);
          else index.set(identifier, text);
          if (text === undefined) current.delete(identifier);
          else current.set(identifier, text);
          const other = new SimilarDescriptions([...current].map(([identifier, text]) => ({ identifier, text })));
          for (const name of ['a', 'b', 'c', 'd']) expect(index.similarTo(name)).toEqual(other.similarTo(name));
        }
      }),
    );
  });

  test('a third skill changes nothing about a pair', () => {
    const other = 'Plans watering and feeding for house plants. Use when leaves wilt or fall.';
    const before = pairOf(['a', water], ['b', other]).pair;
    const index = new SimilarDescriptions([{ identifier: 'b', text: other }]);
    for (let i = 0; i < 300; i++) index.set(`more-${i}`, `Plans watering for plant number ${i}. Use when leaves wilt.`);
    index.set('a', water);
    expect(index.competitorsOf('a', 400).find(({ second }) => second === 'b')).toEqual(before);
  });

  test('competitors are the nearest, most similar first, also where none is ambiguous', () => {
    const index = new SimilarDescriptions([
      { identifier: 'asked', text: water },
      { identifier: 'near', text: 'Repots house plants and cleans balcony boxes in spring.' },
      { identifier: 'far', text: 'Paints every house in spring.' },
      { identifier: 'unrelated', text: 'Translates contracts into French.' },
    ]);
    expect(index.similarTo('asked')).toEqual([]);
    const competitors = index.competitorsOf('asked', 5);
    expect(competitors.map(({ second }) => second)).toEqual(['near', 'far']);
    expect(index.competitorsOf('asked', 1)).toEqual(competitors.slice(0, 1));
  });

  test('texts without words have nothing in common', () => {
    expect(pairOf(['a', ''], ['b', '']).pair).toBeUndefined();
    expect(pairOf(['a', '🎨 … !'], ['b', '🎨 … !']).pair).toBeUndefined();
  });

  test('thousands of copies and texts of any length are answered', () => {
    const index = new SimilarDescriptions();
    for (let i = 0; i < 5_000; i++) index.set(`copy-${i}`, water);
    index.set('long', `${'not for (use '.repeat(20_000)}${'x'.repeat(100_000)} ${'审'.repeat(50_000)}`);
    expect(index.similarTo('copy-4999')).toHaveLength(50);
    expect(index.similarTo('long')).toEqual([]);
  });
});
