import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../../server/src/document/runtime-id.ts';
import { applyOutcomes } from '../../../server/src/runtime/render/apply-outcomes.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import type { CommandOutcome } from '../../../server/src/runtime/render/rendering.ts';

const session = { folder: '/p', sessionId: 's', effort: 'medium', shellDisabled: false };

/**
 * The text of a command file whose commands said this, in their order; undefined for one that did not run.
 *
 * @param times how long each took, in milliseconds; without them, all the same
 */
function applied(
  body: string,
  outputs: readonly (string | undefined)[],
  runtime: RuntimeId = 'claude-code',
  times: readonly number[] = [],
) {
  const document = readDocument(body, runtime, 'command');
  const skill = { name: 'x', kind: 'command', folder: '/p', document, tier: 'project', plugin: undefined } as const;
  const outcomes = outputs.map(
    (output, index): CommandOutcome => ({
      status: output === undefined ? 'not-run' : 'ok',
      output: output ?? '',
      failure: undefined,
      exitCode: 0,
      ms: times[index] ?? 1,
    }),
  );
  return applyOutcomes(renderSkill(skill, '', session), outcomes, runtime);
}

test('each output replaces its command', () => {
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

describe('a command in the block of another', () => {
  const body = "a\n```!\necho '!' !`in` b\n```\nc !`in` d";
  const block = 'out !`in` again';

  test('is replaced in the output of the block where that ends first and repeats it', () => {
    const { text, places } = applied(body, [block, 'x', 'y'], 'claude-code', [1, 2, 3]);
    expect(text).toBe('a\nout x again\nc y d');
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['out x again', 'x', 'y']);
  });

  test('is nowhere where the block ends first and does not repeat it', () => {
    const { text, places } = applied('```!\necho !`in`\n```\nend', ['out', 'x'], 'claude-code', [1, 2]);
    expect(text).toBe('out\nend');
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['out', 'out']);
  });

  test('keeps the block from being found where it ends first', () => {
    const { text, places } = applied(body, [block, 'x', 'y'], 'claude-code', [3, 1, 2]);
    expect(text).toBe("a\n```!\necho '!' x b\n```\nc y d");
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(["```!\necho '!' x b\n```", 'x', 'y']);
  });

  test('takes the place of one of the same words, if that comes first in the text', () => {
    const { text } = applied('!`in` then ```!\n !`in` b\n```', ['x', 'block', 'y'], 'claude-code', [3, 2, 1]);
    expect(text).toBe('y then block');
  });

  test('is replaced in a block that does not run', () => {
    const { text, places } = applied('```!\n !`in` !`in`\n``` !`z`', [undefined, 'x', 'long', 'z']);
    expect(text).toBe('```!\n x long\n``` z');
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(['```!\n x long\n```', 'x', 'long', 'z']);
  });

  test('takes no time where there are thousands', () => {
    const inner = ' !`date`\n'.repeat(20_000);
    const outputs = ['block', ...Array(20_000).fill('x')];
    const { text, places } = applied(`a \`\`\`!\n${inner}\`\`\` b`, outputs);
    expect(text).toBe('a block b');
    expect(new Set(places.map(({ start, end }) => text.slice(start, end)))).toEqual(new Set(['block']));
    const held = applied(`a \`\`\`!\n${inner}\`\`\` !\`z\` b`, [undefined, ...outputs.slice(1), 'z']);
    expect(held.text).toContain(' x\n x\n');
    expect(held.places.slice(-1).map(({ start, end }) => held.text.slice(start, end))).toEqual(['z']);
  });
});

test('a command that the beginning of a block ends does not overlap it in the text', () => {
  const body = 'a !`one\n```!\ntwo\n``` c';
  expect(applied(body, ['1', '2'], 'claude-code', [1, 2]).text).toBe('a 1``!\ntwo\n``` c');
  expect(applied(body, ['1', '2'], 'claude-code', [2, 1]).text).toBe('a !`one\n2 c');
});

test('outputs come in the order in which the commands end', () => {
  expect(applied('!`one` !`two`', ['!`two`', '2'], 'claude-code', [2, 1]).text).toBe('!`two` 2');
});

test('of several failures the one that ends first is reported, then the one in a fence', () => {
  const failed = (times: readonly number[], reached: readonly number[] = [3, 3, 3]) => {
    const document = readDocument('!`one` !`two`\n```!\nthree\n```', 'claude-code', 'command');
    const skill = { name: 'x', kind: 'command', folder: '/p', document, tier: 'project', plugin: undefined } as const;
    const outcomes = times.map(
      (ms, index): CommandOutcome => ({
        status: 'failed',
        output: '',
        failure: `${index}`,
        exitCode: 1,
        ms,
        reached: reached[index]!,
      }),
    );
    return applyOutcomes(renderSkill(skill, '', session), outcomes, 'claude-code').aborted;
  };
  expect(failed([3, 1, 2])).toBe('1');
  expect(failed([1, 1, 2])).toBe('0');
  expect(failed([1, 1, 1])).toBe('2');
  // What is refused never runs: how long it took here does not matter.
  expect(failed([9, 1, 0], [0, 0, 3])).toBe('0');
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
