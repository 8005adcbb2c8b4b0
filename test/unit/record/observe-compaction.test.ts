import { expect, test } from 'vitest';
import { startModelServer } from '../../../server/src/platform/node/node-model-server.ts';
import { textOf } from '../../conformance/recordings.ts';
import { observeCompactions, packed, summaryOf } from '../../record/observe-compaction.ts';

const skill = { name: 'Skill', description: '', input_schema: {} };
const user = (content: string) => ({ role: 'user', content });
const request = (...contents: readonly string[]) => ({ model: 'm', tools: [skill], messages: contents.map(user) });
const summary = request('hello', 'Your task is to create a detailed summary of the conversation so far, please.');
const kept = 'The following skills were invoked before.\n\n### Skill: a\n\nA\n\n---\n\n### Skill: b\n\nB\n';
const listing = 'The following skills are available for use with the Skill tool:\n\n- a: A\n- built-in: C';

test('what is said of skills after a compaction is recorded, without what follows', () => {
  const after = request('Summary', `${kept}\n\n${listing}`, 'Base directory for this skill: /c\n\nC');
  expect(observeCompactions([request('hello'), summary, after], (name) => name !== 'built-in')).toEqual([
    {
      kept: ['The following skills were invoked before.\n\n', '### Skill: a\n\nA\n\n---\n\n', '### Skill: b\n\nB\n'],
      verbatim: ['Base directory for this skill: /c\n\nC'],
      listed: ['a'],
    },
  ]);
});

test('nothing may be left of skills', () => {
  const observed = observeCompactions([summary, request('Summary')], () => true);
  expect(observed).toEqual([{ kept: null, verbatim: [], listed: null }]);
});

test('long texts are packed, and unpacked to the same', () => {
  for (const text of [
    'short',
    `${'line\n'.repeat(30)}li\ud83d\n\nend`,
    `start\n${'a\r\n'.repeat(9)}${'b\n'.repeat(12)}`,
  ]) {
    const content = packed(text);
    expect(textOf(content)).toBe(text);
    expect(typeof content === 'string').toBe(text === 'short');
  }
});

test('a request for a summary is answered with one, and takes no turn of the script', async () => {
  const server = await startModelServer([{ text: 'first', inputTokens: 7 }], summaryOf);
  const ask = async (body: object) => {
    const response = await fetch(`${server.address}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': server.key },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { content: { text: string }[]; usage: { input_tokens: number } };
  };
  try {
    expect((await ask(summary)).content[0]!.text).toMatch(/^<summary>/);
    const { content, usage } = await ask(request('hello'));
    expect([content[0]!.text, usage.input_tokens]).toEqual(['first', 7]);
  } finally {
    await server.close();
  }
});
