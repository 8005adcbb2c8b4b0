import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import {
  markedParts,
  withoutMarksInTags,
  withoutSpanMarks,
  withSpanMarks,
} from '../../../client/src/preview/page/span-marks.ts';
import type { PreviewSpan } from '../../../server/src/protocol.ts';

/** A text in which spans are written `⟦kind:text⟧`. */
function spanned(written: string): { text: string; spans: PreviewSpan[] } {
  const spans: PreviewSpan[] = [];
  let text = '';
  for (const part of written.split(/(⟦[^⟧]*⟧)/)) {
    const [, kind, own] = /^⟦(\w+):([^⟧]*)⟧$/s.exec(part) ?? [];
    if (own !== undefined) {
      const range = { start: text.length, end: text.length + own.length };
      spans.push({ ...range, kind: kind as PreviewSpan['kind'], source: { start: 0, end: 0 }, label: '' });
    }
    text += own ?? part;
  }
  return { text, spans };
}

/** The parts that are tinted after rendering; undefined where marks would change what is rendered. */
function tinted(written: string): string[] | undefined {
  const { text, spans } = spanned(written);
  const renderer = new MarkdownIt({ html: true });
  const marked = renderer.render(withSpanMarks(text, spans) ?? text);
  if (withoutSpanMarks(marked) !== renderer.render(text)) return undefined;
  let open: ReturnType<typeof markedParts>['open'];
  return withoutMarksInTags(marked)
    .split(/<[^>]*>/)
    .flatMap((piece) => {
      const found = markedParts(piece, open);
      open = found.open;
      return found.parts.flatMap(({ text: part, kind }) => (kind && part.trim() ? [`${kind}:${part.trim()}`] : []));
    });
}

test('spans are found again in rendered text, across elements too', () => {
  expect(tinted('Look at ⟦argument:main⟧ in ⟦variable:/work⟧.\n')).toEqual(['argument:main', 'variable:/work']);
  expect(tinted('# Review ⟦argument:a & b⟧\n')).toEqual(['argument:a &amp; b']);
  expect(tinted('Say ⟦argument:one **two** three⟧ now\n')).toEqual(['argument:one', 'argument:two', 'argument:three']);
  expect(tinted('⟦injection:first\n\nsecond⟧\n')).toEqual(['injection:first', 'injection:second']);
  expect(tinted('Use `x ⟦argument:main⟧`\n')).toEqual(['argument:main']);
});

test('nothing is tinted where marks would change what is rendered', () => {
  expect(tinted('⟦argument:- a\n- b⟧\n')).toBeUndefined();
  expect(tinted('⟦argument:# Heading⟧\n')).toBeUndefined();
});

describe('what is marked', () => {
  test('nothing, without spans or with a mark in the text itself', () => {
    expect(withSpanMarks('plain', [])).toBeUndefined();
    const { text, spans } = spanned('a \uFDD0 ⟦argument:b⟧');
    expect(withSpanMarks(text, spans)).toBeUndefined();
  });

  test('not what is empty, or overlaps what came before', () => {
    const span = (start: number, end: number): PreviewSpan => {
      return { start, end, kind: 'argument', source: { start: 0, end: 0 }, label: '' };
    };
    const marked = withSpanMarks('abcdef', [span(1, 1), span(1, 3), span(2, 4), span(4, 5)])!;
    expect(
      markedParts(marked, undefined)
        .parts.map(({ text, kind }) => (kind ? `[${text}]` : text))
        .join(''),
    ).toBe('a[bc]d[e]f');
  });
});
