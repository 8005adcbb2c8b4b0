import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areDistinguished, describeSkill, likeness } from '../../../server/src/catalog/similar/described-skill.ts';
import {
  AMBIGUITY_THRESHOLD,
  type Described,
  SimilarDescriptions,
} from '../../../server/src/catalog/similar/similar-descriptions.ts';

/** Which pairs are similar by the definition: every description is compared with every other one. */
function similarByDefinition(skills: readonly Described[], identifier: string) {
  const described = skills.map((it) => describeSkill(it.identifier, it.text));
  const own = described.find((it) => it.identifier === identifier)!;
  return described
    .filter((it) => it !== own && !areDistinguished(own, it))
    .map((it) => ({ second: it.identifier, similarity: likeness(own, it) }))
    .filter(({ similarity }) => similarity >= AMBIGUITY_THRESHOLD)
    .sort((a, b) => b.similarity - a.similarity || (a.second < b.second ? -1 : 1))
    .slice(0, 50);
}

const verbs = ['Reviews', 'Creates', 'Translates', 'Plans', 'Not for', 'without'];
const nouns = [
  'invoice',
  'contracts',
  'GitHub',
  'poems',
  'parcel',
  'watering',
  'kubernetes',
  'ledger',
  'code',
  '审查拉取',
];
const phrase = fc
  .tuple(fc.constantFrom(...verbs), fc.array(fc.constantFrom(...nouns), { maxLength: 9 }))
  .map(([verb, words]) => `${verb} ${words.join(' ')}.`);
const text = fc.oneof(
  fc.array(phrase, { maxLength: 3 }).map((phrases) => phrases.join(' ')),
  fc.constantFrom(
    'Plans watering for vines.',
    'plans WATERING for vines',
    'Not for slides.',
    'Not: for slides.',
    '…',
    '',
  ),
);
const names = Array.from({ length: 12 }, (_, number) => `skill-${number}`);
const change = fc.record({ identifier: fc.constantFrom(...names), text: fc.option(text, { nil: undefined }) });

describe('finding similar descriptions without comparing each with all others', () => {
  test('gives the same pairs, also after changes', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), fc.array(change), (texts, changes) => {
        const current = new Map(texts.map((it, number) => [`skill-${number}`, it]));
        const index = new SimilarDescriptions([...current].map(([identifier, it]) => ({ identifier, text: it })));
        const expectSame = (): void => {
          const skills = [...current].map(([identifier, it]) => ({ identifier, text: it }));
          for (const { identifier } of skills) {
            const found = index.similarTo(identifier).map(({ second, similarity }) => ({ second, similarity }));
            expect(found).toEqual(similarByDefinition(skills, identifier));
          }
        };
        expectSame();
        for (const it of changes) {
          if (it.text === undefined) index.delete(it.identifier);
          else index.set(it.identifier, it.text);
          if (it.text === undefined) current.delete(it.identifier);
          else current.set(it.identifier, it.text);
        }
        expectSame();
      }),
      { numRuns: 60 },
    );
  });

  test('names the nearest ones, similar or not, as the definition does', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (texts, limit) => {
        const skills = texts.map((it, number) => ({ identifier: `skill-${number}`, text: it }));
        const described = skills.map((it) => describeSkill(it.identifier, it.text));
        const own = described[0]!;
        const all = described.slice(1).map((it) => {
          const alike = likeness(own, it);
          return { second: it.identifier, similarity: areDistinguished(own, it) ? alike / 2 : alike };
        });
        const nearest = all
          .filter(({ similarity }) => similarity > 0)
          .sort((a, b) => b.similarity - a.similarity || (a.second < b.second ? -1 : 1));
        const found = new SimilarDescriptions(skills).competitorsOf('skill-0', limit);
        expect(found.map(({ second, similarity }) => ({ second, similarity }))).toEqual(nearest.slice(0, limit));
      }),
    );
  });

  /** Words that no list knows, the first ones much more frequent than the last ones, as in any language. */
  function* wordsOf(kind: string, vocabulary: number): Generator<string> {
    for (let state = 1; ; ) {
      state = (state * 48_271) % 2_147_483_647;
      yield `${kind}q${Math.floor(vocabulary ** (state / 2_147_483_647))}q`;
    }
  }

  const sets: ReadonlyArray<readonly [kind: string, text: (number: number, words: Generator<string>) => string]> = [
    ['distinct', (_, words) => `Plans ${Array.from({ length: 20 }, () => words.next().value).join(' ')}.`],
    [
      'alike',
      (number) => `Plans watering for house plants and balcony boxes of customer ${number}. Use when leaves wilt.`,
    ],
    ['copied', (number) => `Plans watering for house plants on floor ${number % 6}. Use when leaves wilt.`],
  ];
  test.each(sets)('compares a bounded number of %s descriptions per skill', (kind, textOf) => {
    const count = 2_000;
    const words = wordsOf(kind, 3_000);
    const index = new SimilarDescriptions();
    for (let number = 0; number < count; number++) index.set(`skill-${number}`, textOf(number, words));
    for (let number = 0; number < count; number++) index.similarTo(`skill-${number}`);
    expect(index.work.compared / count).toBeLessThanOrEqual(400);
    expect(index.work.lookedAt / count).toBeLessThan(3_000);
  });

  test('compares only what has rare words in common', () => {
    const index = new SimilarDescriptions();
    const words = wordsOf('word', 30_000);
    const count = 2_000;
    for (let number = 0; number < count; number++) {
      const some = Array.from({ length: 12 }, () => words.next().value).join(' ');
      index.set(`skill-${number}`, `Reviews project files. Use when the build fails: ${some}.`);
    }
    for (let number = 0; number < count; number++) index.similarTo(`skill-${number}`);
    expect(index.work.compared / count).toBeLessThan(100);
  });
});
