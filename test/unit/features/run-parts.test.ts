import { expect, test } from 'vitest';
import { RunParts } from '../../../server/src/jobs/claude-code/runs/run-parts.ts';

const bounds = { text: 1_000, parts: 20, total: 6_000 };

const tool = (output: string) =>
  ({ kind: 'tool', name: 'Bash', summary: '', input: '{}', state: 'succeeded', output }) as const;

test('long texts are cut, never inside a character, and say by how much', () => {
  const parts = new RunParts(bounds);
  parts.add('a', undefined, { kind: 'text', text: `${'x'.repeat(999)}😀y`, ended: true });
  parts.add('b', undefined, tool('z'.repeat(1_500)));
  expect(parts.all()).toMatchObject([
    { text: 'x'.repeat(999), textCut: 3 },
    { output: 'z'.repeat(1_000), outputCut: 500 },
  ]);
});

test('when all of it is too much, the oldest outputs are shortened and what is being written stays', () => {
  const parts = new RunParts(bounds);
  parts.add('open', undefined, { kind: 'text', text: 'o'.repeat(900), ended: false });
  for (let at = 0; at < 8; at++) parts.add(`t${at}`, undefined, tool('z'.repeat(900)));
  const lengths = parts.all().map((part) => (part.kind === 'tool' ? part.output!.length : 'open'));
  expect(lengths).toEqual(['open', ...Array(7).fill(200), 900]);
  expect(parts.get('t0')).toMatchObject({ outputCut: 700 });
});

test('when there are too many, the oldest go, pages hear of it, and a notice says so', () => {
  const parts = new RunParts(bounds);
  for (let at = 0; at < 20; at++) parts.add(`t${at}`, undefined, tool(''));
  const { version } = parts;
  parts.add('t20', undefined, tool(''));
  parts.change('t0', () => expect.fail('it is gone'));
  expect(parts.all()).toHaveLength(20);
  expect(parts.since(version).removed).toEqual(['t0', 't1']);
  const inOrder = parts.all().toSorted((a, b) => a.order - b.order);
  expect(inOrder[0]).toMatchObject({ kind: 'notice', text: '2 earlier steps are no longer shown' });
  for (let at = 21; at < 500; at++) parts.add(`t${at}`, undefined, tool(''));
  expect(parts.all().length).toBeLessThanOrEqual(21);
  expect(parts.get('dropped')).toMatchObject({ text: expect.stringMatching(/^48\d earlier steps/) });
});

test('a part is added once, and only a real change is new', () => {
  const parts = new RunParts();
  parts.add('a', undefined, { kind: 'notice', text: 'one' });
  parts.add('a', undefined, { kind: 'notice', text: 'two' });
  const { version } = parts;
  parts.change('a', (part) => part);
  expect(parts.version).toBe(version);
  expect(parts.all()).toEqual([{ id: 'a', order: 1, kind: 'notice', text: 'one' }]);
});
