import { describe, expect, test, vi } from 'vitest';
import { readKeptRun, readRunMessage } from '../../../client/src/claude-code/runs/page/read-run-message.ts';
import { RunChanges } from '../../../client/src/claude-code/runs/run-changes.ts';
import { markdownSegments } from '../../../client/src/webviews/run/markdown-segments.ts';
import type { RunDetails, RunPart } from '../../../server/src/protocol.ts';

describe('a long text is rendered in parts', () => {
  const paragraph = `${'Words of a paragraph. '.repeat(40)}\n\n`;
  const code = `\`\`\`ts\n${'const a = 1;\n\n'.repeat(700)}\`\`\`\n\n`;

  test('that are the text together', () => {
    for (const text of [
      '',
      'short',
      paragraph.repeat(30),
      code + paragraph.repeat(20),
      '~~~\nnever closed\n'.repeat(900),
    ])
      expect(markdownSegments(text).join('')).toBe(text);
  });

  test('and end between blocks, never in code or in a list', () => {
    const list = `${'- an entry of a list\n\n'.repeat(600)}`;
    const segments = markdownSegments(paragraph.repeat(9) + code + list + paragraph.repeat(9));
    expect(segments.length).toBeGreaterThan(2);
    for (const segment of segments) expect(segment.split('```').length % 2).toBe(1);
    for (const segment of segments.slice(1)) expect(segment).toMatch(/^Words/);
  });

  test('of which only the last one changes while the text grows', () => {
    const before = markdownSegments(paragraph.repeat(20));
    const after = markdownSegments(`${paragraph.repeat(20)}and more`);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  });
});

describe('what changes in a run', () => {
  const summary = {} as RunDetails['summary'];
  const part = (id: string, text = ''): RunPart => ({ id, order: 0, kind: 'text', text, ended: true });

  test('is asked for since the last answer, and sent in portions that the page has taken', async () => {
    const answers: RunDetails[] = [
      {
        summary,
        version: 7,
        parts: [part('a', 'x'.repeat(150_000)), part('b', 'y'.repeat(150_000)), part('c')],
        removed: ['z'],
      },
      { summary, version: 9, parts: [part('d')], removed: [] },
    ];
    const asked: number[] = [];
    const sent: (readonly [readonly string[], readonly string[]])[] = [];
    let take = () => {};
    const changes = new RunChanges({
      ask: async (since) => {
        asked.push(since);
        return answers.shift() ?? null;
      },
      show: () => {},
      send: (parts, removed) => {
        sent.push([parts.map(({ id }) => id), removed]);
        return new Promise((resolve) => {
          take = resolve;
        });
      },
      failed: (error) => expect.unreachable(String(error)),
    });
    changes.restart();
    await vi.waitFor(() => expect(sent).toEqual([[['a', 'b'], ['z']]]));
    // Nothing more is asked for or sent before.
    changes.changed();
    changes.changed();
    expect(asked).toEqual([0]);
    take();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual([['c'], []]);
    take();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(asked).toEqual([0, 7]);
  });

  test('begins again for a page that was created again', async () => {
    const asked: number[] = [];
    const changes = new RunChanges({
      ask: async (since) => {
        asked.push(since);
        return { summary, version: 3, parts: [part('a')], removed: [] };
      },
      show: () => {},
      // The page is gone.
      send: () => new Promise(() => {}),
      failed: () => {},
    });
    changes.restart();
    await vi.waitFor(() => expect(asked).toEqual([0]));
    changes.restart();
    await vi.waitFor(() => expect(asked).toEqual([0, 0]));
  });
});

test('a page can only ask for what it has buttons for', () => {
  expect(readRunMessage({ kind: 'command', command: 'stop' })).toEqual({ kind: 'command', command: 'stop' });
  expect(readRunMessage({ kind: 'command', command: 'workbench.action.quit' })).toBeUndefined();
  expect(readRunMessage({ kind: 'command', command: 'constructor' })).toBeUndefined();
  expect(readRunMessage({ kind: 'render', key: '1', text: '' })).toBeUndefined();
  expect(readRunMessage({ kind: 'other' })).toBeUndefined();
  expect(readRunMessage(null)).toBeUndefined();
  expect(readKeptRun({ id: 'a' })).toBe('a');
  expect(readKeptRun({ id: 1 })).toBeUndefined();
});
