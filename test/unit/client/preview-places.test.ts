import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SourceMapping } from '../../../client/src/preview/source/source-mapping.ts';
import { inOrderOfText, lineAt, textLines } from '../../../client/src/webviews/preview/text-lines.ts';
import type { InvocationPreview, PreviewInjection, PreviewSpan } from '../../../server/src/protocol.ts';

const nothing: Omit<InvocationPreview, 'text' | 'bodyStart' | 'spans' | 'injections'> = {
  invocation: '/x',
  uri: 'file:///x/SKILL.md',
  folder: '/',
  messages: [],
  calls: [],
  changes: [],
  arguments: [],
  notes: [],
  counts: { characters: 0, tokens: 0, lines: 0 },
  attachments: [],
};

const frontmatter = '---\nname: x\n---\n';
const header = 'Base directory for this skill: /x\n\n';

/** A preview of a file in which each `<n>` stands for `n` times `x`, and the file. */
function previewOf(body: string): { preview: InvocationPreview; file: string } {
  let text = header;
  const spans: PreviewSpan[] = [];
  let at = 0;
  for (const match of body.matchAll(/<(\d+)>/g)) {
    text += body.slice(at, match.index);
    at = match.index + match[0].length;
    const start = text.length;
    text += 'x'.repeat(Number(match[1]));
    const [from, to] = [match.index + frontmatter.length, at + frontmatter.length];
    spans.push({ start, end: text.length, kind: 'argument', label: '', source: { start: from, end: to } });
  }
  text += body.slice(at);
  const preview = { ...nothing, text, bodyStart: header.length, spans, injections: [] };
  return { preview, file: frontmatter + body };
}

describe('places of a preview in its file', () => {
  test('are found in both directions', () => {
    const { preview, file } = previewOf('one <2> two\n<0>three <5>');
    const places = new SourceMapping(preview, file);
    for (const word of ['one', 'two', 'three']) {
      expect(places.toSource(preview.text.indexOf(word))).toBe(file.indexOf(word));
      expect(places.toText(file.indexOf(word))).toBe(preview.text.indexOf(word));
    }
    expect(places.toSource(preview.text.indexOf('xx') + 1)).toBe(file.indexOf('<2>'));
    expect(places.toText(file.indexOf('<5>') + 1)).toBe(preview.text.lastIndexOf('xxxxx'));
  });

  test('are none before the body', () => {
    const { preview, file } = previewOf('one <2>');
    const places = new SourceMapping(preview, file);
    expect(places.toSource(3)).toBeUndefined();
    expect(places.toText(3)).toBeUndefined();
  });

  test('are found with nothing replaced, also where Claude Code omits whitespace', () => {
    const { preview } = previewOf('one\r\ntwo\r\n');
    const file = `${frontmatter}\n  one\r\ntwo\r\n`;
    expect(new SourceMapping(preview, file).toSource(preview.text.indexOf('two'))).toBe(file.indexOf('two'));
    expect(new SourceMapping(preview, 'another file').toSource(40)).toBeUndefined();
  });
});

describe('the lines of a preview', () => {
  test('name the innermost command of each part', () => {
    const { preview: without } = previewOf('a ```!\necho !`date` b\n``` c');
    const rangeOf = (part: string) => {
      const start = without.text.indexOf(part);
      return { start, end: start + part.length };
    };
    const ranges = [rangeOf('!`date`'), rangeOf('```!\necho !`date` b\n```')];
    const preview = inOrderOfText({ ...without, injections: ranges as unknown as PreviewInjection[] });
    const parts = textLines(preview).flatMap((line) => line.fragments);
    const shown = parts.map(({ start, end, injection }) => [preview.text.slice(start, end), injection]);
    expect(shown.slice(-7)).toEqual([
      ['a ', undefined],
      ['```!\n', 0],
      ['echo ', 0],
      ['!`date`', 1],
      [' b\n', 0],
      ['```', 0],
      [' c', undefined],
    ]);
  });

  const bodies = fc.array(fc.constantFrom('a', ' ', '\n', '\r\n', '<0>', '<1>', '<3>', '😀'), { maxLength: 40 });

  test('hold the whole text, each place once, and every span', () => {
    fc.assert(
      fc.property(bodies, fc.nat(30), fc.nat(10), (parts, begin, length) => {
        const { preview: without } = previewOf(parts.join(''));
        const start = Math.min(begin, without.text.length);
        const end = Math.min(start + length, without.text.length);
        const injections = (start < end ? [{ start, end }] : []) as unknown as PreviewInjection[];
        const preview = { ...without, injections };
        const lines = textLines(preview);
        const fragments = lines.flatMap((line) => line.fragments);
        expect(lines.map((it) => preview.text.slice(it.start, it.end))).toEqual(
          preview.text.split(/(?<=\n)/).concat(preview.text.endsWith('\n') ? [''] : []),
        );
        expect(fragments.map((it) => preview.text.slice(it.start, it.end)).join('')).toBe(preview.text);
        const seen = fragments.flatMap(({ span }) => (span === undefined ? [] : [span]));
        expect(new Set(seen)).toEqual(new Set(preview.spans.keys()));
        expect(lines.flatMap((line) => line.injections)).toEqual([...injections.keys()]);
        const inside = fragments.filter(({ injection }) => injection !== undefined);
        expect(inside.map((it) => preview.text.slice(it.start, it.end)).join('')).toBe(preview.text.slice(start, end));
      }),
    );
  });

  test('have their commands in any order of the list', () => {
    const { preview: without } = previewOf('one\ntwo\nthree\n');
    const place = (word: string) => ({
      start: without.text.indexOf(word),
      end: without.text.indexOf(word) + word.length,
    });
    const injections = [place('three'), place('one'), place('two')] as unknown as PreviewInjection[];
    const preview = inOrderOfText({ ...without, injections });
    const inside = textLines(preview).flatMap(({ fragments, injections: ending }) =>
      fragments.flatMap(({ start, end, injection }) =>
        injection === undefined ? [] : [[preview.text.slice(start, end), injection, ...ending]],
      ),
    );
    expect(inside).toEqual([
      ['one', 0, 0],
      ['two', 1, 1],
      ['three', 2, 2],
    ]);
    expect(injections[0]).toEqual(place('three'));
  });

  test('have the commands inside a block below it', () => {
    const { preview: without } = previewOf('a\n```!\nx !`in` !`on` y\n```\nb !`c`\n');
    const place = (from: string, to: string) => ({
      start: without.text.indexOf(from),
      end: without.text.indexOf(to) + to.length,
    });
    const block = place('```!', '```\nb');
    const injections = [
      place('!`c`', '!`c`'),
      { ...block, end: block.end - 2 },
      place('!`in`', '!`in`'),
      place('!`on`', '!`on`'),
    ] as unknown as PreviewInjection[];
    const preview = inOrderOfText({ ...without, injections });
    const lines = textLines(preview);
    expect(
      lines.flatMap(({ start, injections: ending }) => ending.map((it) => [preview.text.slice(start, start + 3), it])),
    ).toEqual([
      ['```', 0],
      ['```', 1],
      ['```', 2],
      ['b !', 3],
    ]);
    const fragments = lines.flatMap((line) => line.fragments);
    expect(fragments.map(({ start, end }) => preview.text.slice(start, end)).join('')).toBe(preview.text);
    const inside = fragments.filter(({ injection }) => injection !== undefined);
    expect(inside.map(({ start, end }) => preview.text.slice(start, end)).join('')).toBe(
      '```!\nx !`in` !`on` y\n```!`c`',
    );
  });

  test('are found by a place', () => {
    const { preview } = previewOf('one\n\ntwo\n');
    const lines = textLines(preview);
    expect(lines[lineAt(lines, preview.text.indexOf('wo'))]!.start).toBe(preview.text.indexOf('two'));
    expect(lineAt(lines, preview.text.length)).toBe(lines.length - 1);
  });

  test('take time in proportion to their number', () => {
    const { preview } = previewOf('some words <1>\n'.repeat(50_000));
    expect(textLines(preview)).toHaveLength(50_003);
  });
});
