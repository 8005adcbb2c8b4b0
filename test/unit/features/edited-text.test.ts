import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EditedText } from '../../../server/src/features/fixes/edited-text.ts';
import type { TextEdit } from '../../../server/src/rules/rule.ts';

function edit(start: number, end: number, newText: string): TextEdit {
  return { range: { start, end }, newText };
}

/** Applies edits that are in order and do not overlap. */
function applied(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (result, { range, newText }) => result.slice(0, range.start) + newText + result.slice(range.end),
    text,
  );
}

describe('EditedText', () => {
  test('joins rounds into edits of the original', () => {
    const text = new EditedText('one two three');
    text.apply([edit(0, 3, 'eins'), edit(8, 13, 'drei')]);
    expect(text.text).toBe('eins two drei');
    text.apply([edit(5, 8, 'zwei')]);
    expect(text.text).toBe('eins zwei drei');
    expect(applied('one two three', text.editsOfOriginal())).toBe('eins zwei drei');
  });

  test('edits what was put in before', () => {
    const text = new EditedText('ab');
    text.apply([edit(1, 1, 'xyz')]);
    text.apply([edit(2, 3, '')]);
    expect(text.text).toBe('axzb');
    expect(text.editsOfOriginal()).toEqual([edit(1, 1, 'xz')]);
  });

  test('says nothing of what ends as it began', () => {
    const text = new EditedText('ab');
    text.apply([edit(0, 1, 'x')]);
    text.apply([edit(0, 1, 'a')]);
    expect(text.editsOfOriginal()).toEqual([]);
  });

  test('leaves out what an edit replaces with itself', () => {
    const text = new EditedText('key: value');
    text.apply([edit(0, 10, 'key: "value"')]);
    expect(text.editsOfOriginal()).toEqual([edit(5, 10, '"value"')]);
  });

  test('never cuts a line end or a character in two', () => {
    const lines = new EditedText('a\r\nb');
    lines.apply([edit(1, 3, '\n')]);
    expect(lines.editsOfOriginal()).toEqual([edit(1, 3, '\n')]);
    const faces = new EditedText('😀');
    faces.apply([edit(0, 2, '😁')]);
    expect(faces.editsOfOriginal()).toEqual([edit(0, 2, '😁')]);
  });

  test('its edits of the original always give its text', () => {
    const round = fc.array(fc.tuple(fc.nat(30), fc.nat(3), fc.string({ maxLength: 4 })), { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30, unit: 'binary' }),
        fc.array(round, { maxLength: 4 }),
        (original, rounds) => {
          const text = new EditedText(original);
          for (const wanted of rounds) {
            const edits: TextEdit[] = [];
            let free = 0;
            for (const [at, length, newText] of wanted.toSorted((a, b) => a[0] - b[0])) {
              const start = Math.min(at, text.text.length);
              const end = Math.min(start + length, text.text.length);
              if (start < free) continue;
              edits.push(edit(start, end, newText));
              free = end + 1;
            }
            const expected = applied(text.text, edits);
            text.apply(edits);
            expect(text.text).toBe(expected);
          }
          expect(applied(original, text.editsOfOriginal())).toBe(text.text);
        },
      ),
    );
  });
});
