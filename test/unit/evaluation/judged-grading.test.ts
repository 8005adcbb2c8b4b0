import { expect, test } from 'vitest';
import { judgedGrading, modelGrading } from '../../../server/src/evaluation/results/judged-grading.ts';
import { readResultFile } from '../../../server/src/evaluation/results/read-result.ts';

const warm = { text: 'It is warm', passed: true };
const judged = (written: unknown, ...judgements: Parameters<typeof judgedGrading>[1]) =>
  JSON.parse(judgedGrading(written === undefined ? undefined : JSON.stringify(written), judgements)!) as unknown;

test('a new file has what was judged, as skill-creator writes it, and nothing else', () => {
  const text = judgedGrading(undefined, [warm, { text: 'It is short', passed: false }])!;
  expect(JSON.parse(text)).toEqual({
    expectations: [
      { text: 'It is warm', passed: true, evidence: 'A person has marked it as met' },
      { text: 'It is short', passed: false, evidence: 'A person has marked it as not met' },
    ],
    summary: { passed: 1, failed: 1, total: 2, pass_rate: 0.5 },
  });
  expect(readResultFile(text).problems).toEqual([]);
});

test('what a file has is kept: other keys, other expectations, other names, and the evidence of another verdict', () => {
  const other = { text: 'It is short', passed: true, evidence: 'Four words', by: 'grader' };
  expect(
    judged({ timing: { total_duration_seconds: 3 }, expectations: [other], summary: { note: 'x' } }, warm),
  ).toEqual({
    timing: { total_duration_seconds: 3 },
    expectations: [other, { text: 'It is warm', passed: true, evidence: 'A person has marked it as met' }],
    summary: { note: 'x', passed: 2, failed: 0, total: 2, pass_rate: 1 },
  });
  expect(judged({ expectations: [other] }, { text: 'It is short', passed: false })).toMatchObject({
    expectations: [{ passed: false, evidence: 'A person has marked it as not met. Before: Four words', by: 'grader' }],
  });
  expect(judged({ expectations: [other] }, { text: 'It is short', passed: true })).toMatchObject({
    expectations: [other],
  });
  const older = { assertion_results: [{ assertion: 'It is warm', met: false, reason: '' }] };
  expect(judged(older, warm)).toEqual({
    assertion_results: [{ assertion: 'It is warm', met: true, reason: 'A person has marked it as met' }],
    summary: { passed: 1, failed: 0, total: 1, pass_rate: 1 },
  });
});

test('who changes their mind again leaves no trail of it', () => {
  const once = judgedGrading(undefined, [warm]);
  const twice = judgedGrading(once, [{ ...warm, passed: false }]);
  expect(judgedGrading(twice, [warm])).toBe(once);
});

test.each(['{ broken', '[]', 'null', '"text"', '{"expectations": "all"}', '{"expectations": {}}'])(
  'a file that nothing can be added to stays: %s',
  (written) => {
    expect(judgedGrading(written, [warm])).toBeUndefined();
  },
);

test('a person may say why, and again, and what others said stays', () => {
  const first = judged(undefined, { ...warm, why: ' It greets by name. ' });
  expect(first).toMatchObject({ expectations: [{ evidence: 'A person has marked it as met: It greets by name.' }] });
  expect(judged(first, { ...warm, passed: false, why: 'Too short' })).toMatchObject({
    expectations: [{ passed: false, evidence: 'A person has marked it as not met: Too short' }],
  });
  const others = { expectations: [{ ...warm, evidence: 'Four words' }] };
  const again = judged(judged(others, { ...warm, why: 'Yes' }), { ...warm, passed: false });
  expect(again).toMatchObject({
    expectations: [{ evidence: 'A person has marked it as not met. Before: Four words' }],
  });
});

test('what a model says is marked as that, and replaces nothing that anybody has said', () => {
  const said = [
    { text: 'It is warm', passed: false, evidence: 'No greeting' },
    { text: 'It is short', passed: true, evidence: 'Two words' },
    { text: 'It is kind', passed: true, evidence: 'It says please' },
  ];
  const written = JSON.stringify({
    expectations: [
      { ...warm, evidence: 'A person has marked it as met' },
      { text: 'It is short', passed: null },
    ],
  });
  const text = modelGrading(written, said, 'claude-opus-5')!;
  expect(JSON.parse(text)).toEqual({
    expectations: [
      { ...warm, evidence: 'A person has marked it as met' },
      { text: 'It is short', passed: true, evidence: 'A model (claude-opus-5) says: Two words' },
      { text: 'It is kind', passed: true, evidence: 'A model (claude-opus-5) says: It says please' },
    ],
    summary: { passed: 3, failed: 0, total: 3, pass_rate: 1 },
  });
  // A person who agrees takes it over.
  expect(judged(JSON.parse(text), { text: 'It is short', passed: true })).toMatchObject({
    expectations: [
      {},
      { evidence: 'A person has marked it as met. Before: A model (claude-opus-5) says: Two words' },
      {},
    ],
  });
});
