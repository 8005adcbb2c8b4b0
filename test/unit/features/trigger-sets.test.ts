import { describe, expect, test } from 'vitest';
import { partsOf } from '../../../server/src/jobs/evaluations/triggers/split-queries.ts';
import { readTriggerSet } from '../../../server/src/jobs/evaluations/triggers/trigger-set.ts';

const read = (data: unknown) => readTriggerSet(JSON.stringify(data));

describe('a trigger set', () => {
  const asked = [
    ['Review it', true],
    ['Delete it', false],
  ] as const;

  test.each([
    ['has queries', asked.map(([query, should_trigger]) => ({ query, should_trigger })), undefined],
    ['has prompts', asked.map(([prompt, should_trigger]) => ({ prompt, should_trigger })), undefined],
    [
      'has them as cases, and names its skill',
      { skill: 'review', status: 'x', cases: asked.map(([prompt, should_trigger]) => ({ prompt, should_trigger })) },
      'review',
    ],
    [
      'has them as evaluations',
      { skill_name: 'review', evals: asked.map(([prompt, should_trigger]) => ({ prompt, should_trigger })) },
      'review',
    ],
    ['has two lists', { should_trigger: ['Review it'], should_not_trigger: [{ prompt: 'Delete it' }] }, undefined],
    [
      'has a list of something else',
      { tests: [], queries: asked.map(([query, should_trigger]) => ({ query, should_trigger })) },
      undefined,
    ],
  ])('%s', (_, data, skillName) => {
    expect(read(data)).toEqual({
      queries: asked.map(([query, shouldTrigger]) => ({ query, shouldTrigger, part: 'train' })),
      notes: [],
      skillName,
    });
  });

  test('says where a query is that is not asked', () => {
    expect(
      read({
        cases: [
          { prompt: 'a', should_trigger: true },
          { prompt: 'b', expect: ['x'] },
        ],
      }),
    ).toMatchObject({
      notes: ['The query at index 1 is not asked: `should_trigger` is neither true nor false'],
    });
    expect(read({ should_trigger: ['a'], should_not_trigger: ['', '/x'] })).toMatchObject({
      notes: [
        'The query at index 0 of `should_not_trigger` is not asked: it has no `query`',
        'The query `/x` is not asked: it begins with `/`, `!` or `#`, so the model does not choose',
      ],
    });
  });

  test.each([[{}], [7], [null], [{ cases: 'x' }], [{ should_trigger: true }], [{ skill: 'a', rules: [] }]])(
    '%j is none',
    (data) => {
      expect(read(data)).toEqual({ problem: expect.stringMatching(/^The file is not a trigger set/) });
    },
  );
});

describe('queries that are held out', () => {
  const held = (should: number, shouldNot: number) => {
    const queries = [
      ...Array.from({ length: should }, (_, index) => ({ query: `t${index}`, shouldTrigger: true })),
      ...Array.from({ length: shouldNot }, (_, index) => ({ query: `f${index}`, shouldTrigger: false })),
    ];
    const parts = partsOf(queries);
    return queries.flatMap(({ query }, index) => (parts[index] === 'test' ? [query] : [])).join(' ');
  };

  // From `random.seed(42)`, `random.shuffle` and `[:int(len * 0.4)]` of Python.
  test.each([
    [10, 10, 't2 t3 t7 t8 f2 f3 f4 f5'],
    [8, 12, 't3 t4 t6 f2 f3 f4 f9'],
    [1, 5, 'f1 f3'],
    [1, 1, ''],
  ])('of %i and %i are those of skill-creator', (should, shouldNot, expected) => {
    expect(held(should, shouldNot)).toBe(expected);
  });

  test('of many are those of skill-creator, too', () => {
    const many = held(37, 400).split(' ');
    expect(many).toHaveLength(174);
    expect(many.slice(12, 18)).toEqual(['t32', 't33', 'f2', 'f3', 'f4', 'f6']);
    expect(many.slice(-6)).toEqual(['f380', 'f387', 'f389', 'f391', 'f394', 'f395']);
  });
});
