import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import type { SkillDocument } from '../../../server/src/document/skill-document.ts';
import { runs } from '../../every-test.ts';
import { replacedPlaceholders, shownPlaceholders } from './placeholder-values.ts';

/** Words of which no two are alike, and none like a part of a body. */
const wordsOf = (count: number) => Array.from({ length: count }, (_, index) => `word-${index}-`);

function read(names: readonly string[], body: string, runtime: RuntimeId): SkillDocument {
  return readDocument(`---\narguments: ${JSON.stringify(names)}\n---\n${body}`, runtime);
}

const runtimes = fc.constantFrom<RuntimeId>('claude-code', 'claude-code@2.1.7');

const namePieces = [
  ...['a', 'b', 'ab', 'é', '名', '😀', '-', '.', ' ', '$', '$a', '\\', '{', '}', '[', ']', '[0]', '(', '|', '*', '\n'],
  ...['0', '1', 'ARGUMENTS', '{CLAUDE_EFFORT}', '{CLAUDE_NONE}', '\ufffd', '\ufffe', '\uffff', 'n'.repeat(62)],
];
const name = fc
  .array(fc.constantFrom(...namePieces), { minLength: 1, maxLength: 4 })
  .map((it) => it.join(''))
  .filter((it) => !it.includes('---'));
/** Seldom more than count, but then they do. */
const names = fc.oneof(
  { weight: 4, arbitrary: fc.array(name, { maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(name, { maxLength: 3 }), fc.integer({ min: 58, max: 66 }), fc.array(name, { maxLength: 3 }))
      .map(([before, count, after]) => [...before, ...Array.from({ length: count }, (_, at) => `v${at}x`), ...after]),
  },
);
const bodyPieces = [
  ...namePieces,
  ...[
    '$ARGUMENTS',
    '$ARGUMENTS[0]',
    '$ARGUMENTS[9]',
    '$ARGUMENTS[',
    '$0',
    '$1',
    '$01',
    '$99',
    '$v62x',
    '$v63x',
    '$v64x',
  ],
  ...[
    '${CLAUDE_EFFORT}',
    '${CLAUDE_PLUGIN_ROOT}',
    '${CLAUDE_NONE}',
    '${CLAUDE_',
    '\\$',
    '\\\\$',
    'x',
    '\r\n',
    '`',
    '!`x`',
  ],
];
/** Names and bodies that use them, whole and in parts. */
const skills = names.chain((declared) =>
  fc.record({
    declared: fc.constant(declared),
    body: fc
      .array(
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...bodyPieces) },
          { weight: 3, arbitrary: fc.constantFrom('$', ...declared.map((it) => `$${it}`)) },
          { weight: 1, arbitrary: fc.constantFrom('\\$', ...declared.map((it) => `\\$${it}`)) },
        ),
        { maxLength: 12 },
      )
      .map((it) => it.join('')),
  }),
);

describe('placeholders', () => {
  test('that the scan shows are those that rendering replaces', () => {
    fc.assert(
      fc.property(skills, runtimes, fc.constantFrom(1, 3, 80), ({ declared, body }, runtime, count) => {
        const document = read(declared, body, runtime);
        const words = wordsOf(count);
        expect(shownPlaceholders(document, words)).toEqual(replacedPlaceholders(document, words.join(' ')));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('do not overlap, and are in the order of the text', () => {
    fc.assert(
      fc.property(skills, runtimes, ({ declared, body }, runtime) => {
        let end = 0;
        for (const { range } of read(declared, body, runtime).body.placeholders) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(range.end).toBeGreaterThan(range.start);
          ({ end } = range);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  test.for([
    ['as many names as count', [...wordsOf(66)], ['word-62-', 'word-63-', 'word-64-'], ['word-62-', 'word-63-']],
    ['repeated names', ['a', 'a', ...wordsOf(66)], ['a', 'word-61-', 'word-62-'], ['a', 'word-61-']],
    ['names too long', ['n'.repeat(65), ...wordsOf(66)], ['n'.repeat(65), 'word-63-', 'word-64-'], ['word-63-']],
    ['the longest name', ['n'.repeat(64), 'n'.repeat(65)], ['n'.repeat(64)], ['n'.repeat(64)]],
    ['UTF-16 units', ['😀'.repeat(32), 'x'], ['😀'.repeat(32)], ['😀'.repeat(32)]],
    ['too many UTF-16 units', ['😀'.repeat(33), 'x'], ['😀'.repeat(33), 'x'], ['x']],
  ] as const)('of declared names: %s', ([, declared, used, expected]) => {
    const document = read(declared, used.map((it) => `[$${it}]`).join(' '), 'claude-code');
    const found = document.body.placeholders.map(({ name: it }) => it);
    expect(found).toEqual(expected);
    const given = declared.map((_, index) => `given-${index}`).join(' ');
    const values = expected.map((it) => `given-${declared.indexOf(it as never)}`);
    expect(replacedPlaceholders(document, given)!.map(([, , value]) => value)).toEqual(values);
  });

  test.for([
    // The longer name is replaced first, wherever it begins.
    ['$a$b-cde', ['a$b', 'b-cde'], ['named $b-cde']],
    ['$a$b', ['a', 'a$b'], ['named $a$b']],
    ['$a\\$0 $a\\ ', ['a\\'], ['position $0', 'named $a\\']],
    ['\\$a$0', ['a$0'], ['position $0']],
    ['${CLAUDE_NONE}', ['{CLAUDE_NONE}'], ['named ${CLAUDE_NONE}']],
    ['${CLAUDE_EFFORT}', ['{CLAUDE_EFFORT}'], ['variable ${CLAUDE_EFFORT}']],
    ['$ARGUMENTS[0]', ['ARGUMENTS'], ['indexed $ARGUMENTS[0]']],
    // What Claude Code keeps for itself becomes U+FFFD before names are looked for.
    ['$a\uffff', ['a\ufffd'], ['named $a\uffff']],
    ['$a\uffff', ['a\uffff'], []],
  ] as const)('in %j with the names %j', ([body, declared, expected]) => {
    const document = read(declared, body, 'claude-code');
    const found = document.body.placeholders.map(
      ({ kind, range }) => `${kind} ${document.text.slice(range.start, range.end)}`,
    );
    expect(found).toEqual(expected);
    expect(shownPlaceholders(document, wordsOf(3))).toEqual(replacedPlaceholders(document, wordsOf(3).join(' ')));
  });
});
