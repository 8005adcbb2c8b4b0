import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SpanKind } from '../../server/src/runtime/render/spanned-text.ts';
import { type Replacement, SpannedText } from '../../server/src/runtime/render/spanned-text.ts';
import { runs } from '../every-test.ts';

const whole = (file: string) => SpannedText.of(file, { start: 0, end: file.length });

test('what nothing replaces stays the text of the file', () => {
  const text = SpannedText.of('abcdef', { start: 2, end: 5 });
  expect(text.text).toBe('cde');
  expect(text.spans).toEqual([]);
  expect(text.sourceOffset(1)).toBe(3);
});

test('a replacement is a span that knows what it replaces', () => {
  const text = whole('see $0 now').replace([{ start: 4, end: 6, text: 'everything', kind: 'argument' }]);
  expect(text.text).toBe('see everything now');
  expect(text.spans).toEqual([
    { start: 4, end: 14, kind: 'argument', source: { start: 4, end: 6 }, fromArguments: true },
  ]);
  expect(text.sourceOffset(16)).toBe(8);
});

test('a replacement inside a span becomes a part of it', () => {
  const first = whole('<$0>').replace([{ start: 1, end: 3, text: 'a${X}b${X}', kind: 'argument' }]);
  const second = first.replace([
    { start: 2, end: 6, text: 'one', kind: 'variable' },
    { start: 7, end: 11, text: '', kind: 'variable' },
  ]);
  expect(second.text).toBe('<aoneb>');
  expect(second.spans).toEqual([
    { start: 1, end: 6, kind: 'argument', source: { start: 1, end: 3 }, fromArguments: true },
  ]);
});

test('a replacement around spans replaces all of them and the text between', () => {
  const first = whole('!`ls $0 $1` end').replace([
    { start: 5, end: 7, text: 'a', kind: 'argument' },
    { start: 8, end: 10, text: '', kind: 'argument' },
  ]);
  const second = first.replace([{ start: 0, end: 8, text: 'files', kind: 'injection' }]);
  expect(second.text).toBe('files end');
  expect(second.spans).toEqual([
    { start: 0, end: 5, kind: 'injection', source: { start: 0, end: 11 }, fromArguments: true },
  ]);
});

test('a replacement half of which an argument wrote reaches into the file', () => {
  const first = whole('${CLAUDE_$0} x').replace([{ start: 9, end: 11, text: 'EFFORT', kind: 'argument' }]);
  const second = first.replace([{ start: 0, end: 16, text: 'low', kind: 'variable' }]);
  expect(second.text).toBe('low x');
  expect(second.spans).toEqual([
    { start: 0, end: 3, kind: 'variable', source: { start: 0, end: 12 }, fromArguments: true },
  ]);
});

test('empty spans at the edges of a replacement stay apart', () => {
  const first = whole('$a!`x`$a').replace([
    { start: 0, end: 2, text: '', kind: 'argument' },
    { start: 6, end: 8, text: '', kind: 'argument' },
  ]);
  const second = first.replace([{ start: 0, end: 4, text: 'out', kind: 'injection' }]);
  expect(second.text).toBe('out');
  expect(second.spans.map(({ kind, source }) => [kind, source.start, source.end])).toEqual([
    ['argument', 0, 2],
    ['injection', 2, 6],
    ['argument', 6, 8],
  ]);
});

test('whatever is replaced in several steps, the rest is the text of the file at its place', () => {
  const kinds: readonly SpanKind[] = ['argument', 'variable', 'injection'];
  const step = fc.array(
    fc.record({
      skip: fc.nat(6),
      length: fc.nat(5),
      text: fc.string({ maxLength: 4 }),
      kind: fc.constantFrom(...kinds),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.array(step, { maxLength: 4 }), (file, steps) => {
      let text = whole(file);
      let plain = file;
      for (const parts of steps) {
        const replacements = placed(parts, plain.length);
        text = text.replace(replacements);
        plain = replacedIn(plain, replacements);
        expect(text.text).toBe(plain);
      }
      let fileOffset = 0;
      let offset = 0;
      for (const span of text.spans) {
        expect(span.start).toBeGreaterThanOrEqual(offset);
        expect(text.text.slice(offset, span.start)).toBe(file.slice(fileOffset, span.source.start));
        expect(span.source.end).toBeGreaterThanOrEqual(span.source.start);
        offset = span.end;
        fileOffset = span.source.end;
      }
      expect(text.text.slice(offset)).toBe(file.slice(fileOffset));
    }),
    { numRuns: runs(500) },
  );
});

interface Part {
  readonly skip: number;
  readonly length: number;
  readonly text: string;
  readonly kind: SpanKind;
}

function placed(parts: readonly Part[], length: number): Replacement[] {
  const replacements: Replacement[] = [];
  let at = 0;
  for (const { skip, length: size, text, kind } of parts) {
    const start = Math.min(length, at + skip);
    // Of two empty stretches in one place it could not be said which comes first.
    const end = Math.min(length, start + Math.max(1, size));
    if (end === start) break;
    replacements.push({ start, end, text, kind });
    at = end;
  }
  return replacements;
}

function replacedIn(text: string, replacements: readonly Replacement[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: piece } of replacements) {
    result += text.slice(at, start) + piece;
    at = end;
  }
  return result + text.slice(at);
}
