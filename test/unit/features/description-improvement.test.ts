import { describe, expect, test } from 'vitest';
import { readText } from '../../../server/src/dialect/coercion.ts';
import { DEFAULT_RUNTIME } from '../../../server/src/dialect/runtimes/capabilities.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { wilsonInterval } from '../../../server/src/evaluation/statistics/wilson-interval.ts';
import {
  applied,
  descriptionEdit,
} from '../../../server/src/jobs/evaluations/triggers/improvement/description-edit.ts';
import {
  descriptionRequest,
  readDescription,
} from '../../../server/src/jobs/evaluations/triggers/improvement/description-request.ts';
import { compareRates } from '../../../server/src/jobs/evaluations/triggers/improvement/improvement-text.ts';
import { measuredQuery } from '../../../server/src/jobs/evaluations/triggers/trigger-report.ts';

describe('the description in a file', () => {
  const proposed = 'Reviews a diff: bugs, "style" & more. Use when asked for a review';
  const changed = (text: string) => {
    const edit = descriptionEdit(text, proposed, DEFAULT_RUNTIME);
    return edit && applied(text, edit);
  };

  test.each([
    ['plain', '---\nname: review\ndescription: Reviews a diff.\nmodel: opus\n---\nReview.\n'],
    ['quoted', '---\nname: review\ndescription: "Reviews: a diff."\nmodel: opus\n---\nReview.\n'],
    ['CRLF', '---\r\nname: review\r\ndescription: Reviews a diff.\r\nmodel: opus\r\n---\r\nReview.\r\n'],
    ['empty', '---\nname: review\ndescription:\nmodel: opus\n---\nReview.\n'],
    ['folded', '---\nname: review\ndescription: >-\n  Reviews\n  a diff.\nmodel: opus\n---\nReview.\n'],
    ['wide characters', '\uFEFF---\nname: 🦉\ndescription: Prüft 🦉.\nmodel: opus\n---\nReview.\n'],
    ['missing', '---\nname: review\nmodel: opus\n---\nReview.\n'],
  ])('that is %s is replaced, and nothing else', (_, text) => {
    const after = changed(text)!;
    const isOther = (line: string) => !/^(description:|\s+(Reviews|a diff))/.test(line);
    const { fields } = readDocument(after, DEFAULT_RUNTIME).frontmatter;
    expect(readText(fields.get('description')?.value, DEFAULT_RUNTIME)).toBe(proposed);
    expect(after.split('\n').filter(isOther)).toEqual(text.split('\n').filter(isOther));
  });

  test.each(['No frontmatter.\n', '', '---\nbroken: [\n'])('is not written into %j', (text) => {
    expect(changed(text)).toBeUndefined();
  });
});

test('a model is shown what it may see, as data, and no more', () => {
  const outcome = (triggered: boolean) => ({
    triggered,
    refused: undefined,
    others: triggered ? [] : ['notes'],
    problem: undefined,
  });
  const query = (text: string, shouldTrigger: boolean, ...triggered: boolean[]) =>
    measuredQuery({ query: text, shouldTrigger, part: 'train' }, triggered.map(outcome));
  const asked = descriptionRequest({
    name: 'review',
    description: 'Reviews a diff.',
    skill: `Text${'x'.repeat(30_000)}`,
    queries: [
      query('Look at "it"', true, false, false, true),
      query('Delete it', false, true),
      query('Review it', true, true),
      query('Hello', false, false),
    ],
  });
  expect(asked).toContain('<missed>\n- "Look at \\"it\\"" (used in 1 of 3 runs; also used: notes)\n</missed>');
  expect(asked).toContain('<unwanted>\n- "Delete it" (used in 1 of 1 runs)\n</unwanted>');
  expect(asked).toContain('<used>\n- "Review it"');
  expect(asked).toContain('<unused>\n- "Hello"');
  expect(asked.length).toBeLessThan(22_500);
});

test.each([
  ['<new_description>\n Reviews  a\ndiff. \n</new_description>', { description: 'Reviews a diff.' }],
  ['I say <new_description>a</new_description>, no: <new_description>b</new_description>', { description: 'b' }],
  ['Reviews a diff.', { problem: 'The answer has no description' }],
  ['<new_description></new_description>', { problem: 'The description in the answer is empty' }],
  ['<new_description>a <b> c</new_description>', { problem: expect.stringContaining('which products reject') }],
  [
    `<new_description>${'x'.repeat(1025)}</new_description>`,
    { problem: expect.stringContaining('1025 characters, and products take 1024') },
  ],
])('an answer is read: %.60s', (answer, expected) => {
  expect(readDescription(answer)).toEqual(expected);
});

test.each([
  [[3, 9], [8, 9], 'better', 'may be chance'],
  [[1, 40], [39, 40], 'better', 'The new description did better'],
  [[39, 40], [1, 40], 'worse', 'The new description did worse'],
  [[3, 9], [3, 9], 'same', 'No difference was seen'],
  [[3, 9], [0, 0], 'unknown', 'no runs'],
] as const)('%j and %j are compared: %s', (old, now, verdict, says) => {
  const rate = ([right, runs]: readonly [number, number]) => ({
    right,
    runs,
    interval: runs === 0 ? undefined : wilsonInterval(right, runs),
  });
  const compared = compareRates(rate(old), rate(now));
  expect(compared.verdict).toBe(verdict);
  expect(compared.lines.at(-1)).toContain(says);
  expect(compared.lines.join().includes('chance')).toBe(says.includes('chance'));
});
