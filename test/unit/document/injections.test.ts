import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nestedInjections, scanInjections } from '../../../server/src/document/injections.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import { runs } from '../../every-test.ts';

const first = 'claude-code@2.1.7';

function scan(text: string, runtime: RuntimeId) {
  return scanInjections(text, { start: 0, end: text.length }, runtime);
}

/** The text with `«` where a command begins and `»` where it ends. */
function marked(text: string, runtime: RuntimeId = 'claude-code'): string {
  const marks = scan(text, runtime).flatMap(({ range }) => [
    { at: range.start, mark: '«' },
    { at: range.end, mark: '»' },
  ]);
  marks.sort((a, b) => b.at - a.at);
  return marks.reduce((shown, { at, mark }) => shown.slice(0, at) + mark + shown.slice(at), text);
}

describe('commands in a command', () => {
  test.each([
    '«```!\necho a «!`echo in`» b\n```»',
    "«```!\necho ' «!`rm x`»'\n```»",
    '«```!\n«!`one`» «!`two`»\n```» «!`three`»\n«```!\n «!`four`»\n```»',
    'x «```!echo «!`in`» ```» y',
    // The first back-tick of the end closes it.
    '«```!\necho a «!`echo in\n`»``»',
  ])('are found in both runtimes: %j', (expected) => {
    const text = expected.replace(/[«»]/g, '');
    expect(marked(text)).toBe(expected);
    expect(marked(text, first)).toBe(expected);
  });

  test('follow what each release asks for before the mark', () => {
    const text = '```!\necho \\!`one` (!`two`) x!`three`\n```';
    expect(marked(text)).toBe(`«${text}»`);
    expect(marked(text, first)).toBe('«```!\necho \\«!`one`» («!`two`») x!`three`\n```»');
    expect(marked('```!`one` two```')).toBe('«```!`one` two```»');
    expect(marked('```!`one` two```', first)).toBe('«```«!`one`» two```»');
  });

  test('follow the command that they are in, and are told with it', () => {
    const injections = scan('!`before`\n```!\n!`one` !`two`\n```\n!`after`', 'claude-code');
    expect(injections.map(({ kind }) => kind)).toEqual(['inline', 'fenced', 'inline', 'inline', 'inline']);
    const [, fence, one, two] = injections;
    expect([...nestedInjections(injections)]).toEqual([
      [one, fence],
      [two, fence],
    ]);
  });

  test('are not those that a fence ends', () => {
    const injections = scan('a !`echo x\n```!\necho b\n```\n', 'claude-code');
    expect(injections.map(({ kind }) => kind)).toEqual(['inline', 'fenced']);
    expect(nestedInjections(injections).size).toBe(0);
  });
});

test('commands are in the order of the text, and one that begins in another is inside it', () => {
  const pieces = fc.constantFrom('!`', '`', '```!', '```', '!', ' ', '\n', 'echo a', '!`echo a`', '```!\necho b\n```');
  const runtimes = fc.constantFrom<RuntimeId>('claude-code', first);
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), runtimes, (parts, runtime) => {
      const injections = scan(parts.join(''), runtime);
      injections.slice(1).forEach(({ range }, index) => {
        expect(range.start).toBeGreaterThan(injections[index]!.range.start);
      });
      for (const [{ range }, around] of nestedInjections(injections)) {
        expect(range.end).toBeLessThan(around.range.end);
      }
    }),
    { numRuns: runs(2000) },
  );
});
