import { expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import { applyOutcomes } from '../../../server/src/runtime/render/apply-outcomes.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import type { CommandOutcome } from '../../../server/src/runtime/render/rendering.ts';

const session = { folder: '/p', sessionId: 's', effort: 'medium', shellDisabled: false };

/** The text of a command file whose commands said this, in their order; undefined for one that did not run. */
function applied(body: string, outputs: readonly (string | undefined)[], runtime: RuntimeId = 'claude-code') {
  const document = readDocument(body, runtime, 'command');
  const skill = { name: 'x', kind: 'command', folder: '/p', document, tier: 'project', plugin: undefined } as const;
  const outcomes = outputs.map(
    (output): CommandOutcome => ({
      status: output === undefined ? 'not-run' : 'ok',
      output: output ?? '',
      failure: undefined,
      exitCode: 0,
      ms: 1,
    }),
  );
  return applyOutcomes(renderSkill(skill, '', session), outcomes, runtime);
}

test('each output stands where its command stood', () => {
  const { text, spans, places } = applied('a !`one` b !`two` c', ['1', '22']);
  expect(text).toBe('a 1 b 22 c');
  expect(spans.map(({ source }) => source)).toEqual([
    { start: 2, end: 8 },
    { start: 11, end: 17 },
  ]);
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['1', '22']);
});

test('a text that only looks like the command gets the output, as in Claude Code', () => {
  expect(applied('x!`one` !`one`', ['1']).text).toBe('x1 !`one`');
});

test('so does an output that looks like a later command', () => {
  expect(applied('!`one` !`two`', ['!`two`', '2']).text).toBe('2 !`two`');
});

test('what did not run stays, and keeps its place', () => {
  const { text, places } = applied('!`one` !`two` !`three`', ['long output', undefined, '3']);
  expect(text).toBe('long output !`two` 3');
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['long output', '!`two`', '3']);
});

test('2.1.7 reads patterns in outputs', () => {
  expect(applied('a !`one` b', ['[$&]'], 'claude-code@2.1.7').text).toBe('a [!`one`] b');
});

test('thousands of commands take no time', () => {
  const count = 20_000;
  const { text, places } = applied(
    '!`date` x\n'.repeat(count),
    Array.from({ length: count }, (_, index) => `${index}`),
  );
  expect(text.startsWith('0 x\n1 x\n')).toBe(true);
  expect(places).toHaveLength(count);
  // Also where an output keeps it from being certain.
  expect(applied('!`date` x\n'.repeat(count), Array(count).fill('say !`date`')).places).toHaveLength(count);
});
