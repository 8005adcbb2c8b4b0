import { describe, expect, test } from 'vitest';
import { lastLines, lineOfOffset, offsetOfLine } from '../../../client/src/webviews/preview/line-offsets.ts';
import { ScrollMemory } from '../../../client/src/webviews/preview/scroll-memory.ts';
import { attachmentsText, countsText, estimatesIn } from '../../../client/src/webviews/preview/summary-text.ts';
import type { InvocationPreview, PreviewCall } from '../../../server/src/protocol.ts';

const call = (decision: PreviewCall['decision']): PreviewCall => ({ by: 'user', decision, text: '' });
const counts = { characters: 1204, tokens: 310, lines: 1 };

function textOf(
  statuses: readonly string[],
  decisions: readonly PreviewCall['decision'][] = ['allow', 'deny'],
  attachments: InvocationPreview['attachments'] = [],
) {
  const injections = statuses.map((status) => ({ status }));
  return countsText({ counts, injections, calls: decisions.map(call), attachments } as unknown as InvocationPreview);
}

describe('the counts', () => {
  test('are those of what is sent', () => {
    expect(textOf([])).toBe('1,204 characters · ≈ 310 tokens · 1 line');
    expect(textOf(['ok', 'disabled'])).toBe('1,204 characters · ≈ 310 tokens · 1 line');
  });

  test('say that outputs are missing, and how many', () => {
    expect(textOf(['ok', 'not-run', 'cancelled'])).toMatch(/ · 2 commands not run yet$/);
    expect(textOf(['not-run'])).toMatch(/ · 1 command not run yet$/);
  });

  test('say what attached files cost besides', () => {
    const one = { path: 'docs/a.md', tokens: 1200 };
    const two = [one, { path: 'b.md', tokens: 300 }];
    expect(textOf([], ['allow'], [one])).toMatch(/ · 1 line · attaches 1 file, ≈ 1,200 tokens$/);
    expect(textOf(['not-run'], ['allow'], two)).toMatch(/ · attaches 2 files, ≈ 1,500 tokens · 1 command not run yet$/);
    expect(attachmentsText({ attachments: two } as unknown as InvocationPreview)).toBe(
      'docs/a.md: ≈ 1,200 tokens\nb.md: ≈ 300 tokens',
    );
  });

  test('are shown whole, with every estimate marked', () => {
    const text = textOf(['not-run'], ['allow'], [{ path: 'a.md', tokens: 1200 }]);
    expect(estimatesIn(text).filter((_, index) => index % 2 === 1)).toEqual(['≈ 310 tokens', '≈ 1,200 tokens']);
    expect(estimatesIn(text).join('')).toBe(text);
    expect(estimatesIn('')).toEqual(['']);
  });

  test('say that nobody can send it', () => {
    expect(textOf([], ['deny', 'deny'])).toMatch(/^If sent: 1,204 characters/);
    expect(textOf([], ['deny', 'ask'])).toMatch(/^1,204 characters/);
  });
});

describe('the position', () => {
  const scroll = { view: 'rendered', offset: 12, top: 340 } as const;
  const atTop = { view: 'rendered', offset: 0, top: 0 } as const;

  test('of a page that was hidden is restored once, and kept until then', () => {
    const memory = new ScrollMemory({ uri: 'file:///a', scroll });
    expect(memory.remember('file:///a', atTop)).toEqual(scroll);
    expect(memory.restore('file:///a', 'rendered')).toEqual(scroll);
    expect(memory.restore('file:///a', 'rendered')).toBeUndefined();
    expect(memory.remember('file:///a', atTop)).toEqual(atTop);
  });

  test('of another text or another view is not restored', () => {
    expect(new ScrollMemory({ uri: 'file:///a', scroll }).restore('file:///b', 'rendered')).toBeUndefined();
    expect(new ScrollMemory({ uri: 'file:///a', scroll }).restore('file:///a', 'exact')).toBeUndefined();
    const memory = new ScrollMemory({ uri: 'file:///a', scroll });
    expect(memory.remember('file:///b', atTop)).toEqual(atTop);
  });

  test('survives a text that is gone for a while', () => {
    const memory = new ScrollMemory({});
    memory.remember('file:///a', scroll);
    expect(memory.restore('file:///a', 'rendered')).toBeUndefined();
    memory.lose();
    expect(memory.restore('file:///a', 'rendered')).toEqual(scroll);
  });

  test('that another version kept is ignored', () => {
    const kept = { uri: 'file:///a', scroll: { top: '3' } } as unknown as ConstructorParameters<typeof ScrollMemory>[0];
    expect(new ScrollMemory(kept).restore('file:///a', 'rendered')).toBeUndefined();
  });
});

test('a command belongs to the line in which it ends', () => {
  const text = 'a\n!`b`\n```!\nc\n```\nd\n';
  const [b, block] = [text.indexOf('!`b`'), text.indexOf('```!')];
  const end = text.indexOf('d');
  const ranges = [
    { start: b, end: b + 4 },
    { start: block, end: end - 1 },
    { start: block + 5, end: block + 6 },
    // An output that ends its line.
    { start: end, end: text.length },
    { start: text.length, end: text.length },
  ];
  expect(lastLines(text, ranges)).toEqual([1, 4, 3, 5, 6]);
  for (let line = 0; line < 6; line++) expect(lineOfOffset(text, offsetOfLine(text, line))).toBe(line);
});
