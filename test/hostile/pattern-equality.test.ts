import fc from 'fast-check';
import ignore from 'ignore';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { isExcluded } from '../../server/src/features/check/exclude-globs.ts';
import { IgnoreRules } from '../../server/src/patterns/ignore-rules.ts';

// The same cases in every run: what the libraries do with garbage differs from release to release.
const runs = { numRuns: 3_000, seed: 7_016 };

/** Names and paths with characters that mean something in patterns, and letters that differ in case in strange ways. */
const name = fc
  .array(
    fc.constantFrom(...['a', 'b', 'A', 'é', 'É', 's', 'ſ', 'k', '\u212A', '.', '.b', 'ab', '0', '+', '-', '_', ' ']),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(''))
  // `*.*` wants something behind the dot in picomatch, unlike `*.*b*` and shells.
  .filter((it) => !it.endsWith('.'));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

describe('lines of a .gitignore', () => {
  const piece = fc.constantFrom(
    ...['a', 'b', 'A', 'é', 'É', 'ſ', 'k', 'K', '\u212A', 'ab', '*', '**', '***', '?', '/', '/', '/**', '**/', '/a/'],
    ...['[ab]', '[!a]', '[^b]', '[a-c]', '[c-a]', '[]a]', '[[:alpha:]]', '[[:nothing:]]', '[', '[a/]', '[+-0]', ']'],
    ...['\\a', '\\*', '\\ ', ' ', '.', '!', '#', '{a,b}', '(a|b)', '+', '$', '^', '|', '}', '*.b'],
  );
  const line = fc.array(piece, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
  const lines = fc.array(line, { minLength: 1, maxLength: 4 });

  test('ignore what they ignored with the library that Claude Code uses', () => {
    fc.assert(
      fc.property(lines, path, fc.constantFrom('', '/'), (all, file, end) => {
        const expected = ignore().add(all.join('\n')).ignores(`${file}${end}`);
        expect(new IgnoreRules(all, 10_000).ignores(`${file}${end}`)).toBe(expected);
      }),
      { ...runs, numRuns: 10_000 },
    );
  });

  test('of any characters ignore the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8 }), path, (text, file) => {
        // A slash that is escaped is read in a way of its own there.
        fc.pre(!text.includes('\\/'));
        const expected = ignore().add(text).ignores(file);
        expect(new IgnoreRules(text.split(/\r?\n/), 10_000).ignores(file)).toBe(expected);
      }),
      runs,
    );
  });
});

describe('globs of excluded files', () => {
  const pieces = [
    'a',
    'b',
    'A',
    '*',
    '?',
    '.',
    'a.b',
    '[ab]',
    '[^a]',
    '[a-c]',
    '{a..c}',
    '\\*',
    '\\{',
    '$',
    '^',
    '-',
    'é',
  ];
  const leaf = fc.constantFrom(...pieces);
  const plain = fc.constantFrom(...pieces.filter((it) => !/^[*?]$/.test(it)));
  const { part } = fc.letrec<{ part: string; braces: string; group: string }>((tie) => ({
    part: fc
      .array(
        fc.oneof(
          { weight: 6, arbitrary: leaf },
          { weight: 1, arbitrary: tie('braces') },
          { weight: 1, arbitrary: tie('group') },
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => parts.join('')),
    braces: fc.array(fc.oneof(tie('part'), leaf), { minLength: 2, maxLength: 3 }).map((all) => `{${all.join(',')}}`),
    group: fc
      .tuple(fc.constantFrom('@', '?'), fc.array(plain, { minLength: 1, maxLength: 3 }))
      .map(([operator, all]) => `${operator}(${all.join('|')})`),
  }));
  const glob = fc
    .array(fc.oneof({ weight: 4, arbitrary: part }, { weight: 1, arbitrary: fc.constant('**') }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join('/'))
    // In these picomatch differs from shells: a group that is repeated, `**` beside one, two dots among other braces, and
    // groups that may be nothing behind a slash.
    .filter(
      (it) =>
        !/[)}\]][?*]|\*\*[{@?]|\/\?\(|[{,]\?\(/.test(it) &&
        !/\.\.|\{.*\{a-c\}|\{a-c\}.*\{/.test(it.replaceAll('{a..c}', '{a-c}')),
    );

  function wasExcluded(file: string, globs: readonly string[]): boolean {
    const matches = picomatch([...globs], { dot: true });
    const parents = file.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));
    return parents.some((it) => it !== '' && matches(it));
  }

  test('exclude what picomatch excluded', () => {
    fc.assert(
      fc.property(glob, path, (it, file) => {
        // The file is in no folder that could match, too.
        const expected = wasExcluded(file, [it]) || wasExcluded(`/x/${file}`, [it]);
        expect(isExcluded(`/x/${file}`, '/x', [it])).toBe(expected);
      }),
      { ...runs, numRuns: 10_000 },
    );
  });

  test.each([
    ['src/!(a|b)/**', 'src/ab/c', true],
    ['src/!(a|b)/**', 'src/a/c', false],
    ['src/!(*.d).ts', 'src/a.ts', true],
    ['src/!(*.d).ts', 'src/a.d.ts', false],
    ['*(a|b)c', 'ababc', true],
    ['+(a|b)c', 'c', false],
    ['{1..12}', '11', true],
    ['{1..12}', '13', false],
    ['[!a]', 'b', true],
    ['[!a]', 'a', false],
    ['[id]', '[id]', true],
    ['a**b', 'a/b', false],
    ['!src/**', 'lib/a', true],
    ['{a', '{a', true],
    ['a}', 'a}', true],
    ['(a', '(a', true],
    ['\\', '\\', true],
    ['./a', 'a', true],
  ] as const)('%s excludes %s: %s', (it, file, expected) => {
    expect(isExcluded(`/x/y/${file}`, '/x/y', [it])).toBe(expected);
  });
});
