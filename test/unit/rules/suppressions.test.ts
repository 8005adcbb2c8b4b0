import { describe, expect, test } from 'vitest';
import { check } from './expect-findings.ts';

/** A name that is reported, with a comment about it. */
const named = (comment: string) =>
  check(
    `---\nname: Greeting Visitors # ${comment}\ndescription: Greets visitors. Use when somebody joins.\n---\nHello.\n`,
  );
/** A body with a placeholder that is reported, and a comment before it. */
const bodied = (comment: string) =>
  check(
    `---\nname: demo\ndescription: Greets visitors. Use when somebody joins.\n---\n${comment}\nIt costs $ARGUMENT.\n`,
  );

const told = ({ findings }: ReturnType<typeof check>) =>
  findings.filter(({ rule }) => rule === 'suppression-unused').map(({ message }) => message);
const others = ({ findings }: ReturnType<typeof check>) =>
  findings.map(({ rule }) => rule).filter((rule) => rule !== 'suppression-unused');

const ofName = others(named('a comment'));
const ofBody = others(bodied(''));

test('the texts of these tests have findings', () => {
  expect(ofName).toContain('name-format');
  expect(ofBody).toContain('placeholder-unknown');
});

describe('what is not the id of a rule', () => {
  test.for([
    ...['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf', 'Literal-Dollar', 'PLACEHOLDER-UNKNOWN'],
    ...['all', '*a', 'everything!', '42', 'rule_id', 'правило', '😀1', 'x'.repeat(5_000), '`code`', 'a/b', 'a.b'],
  ])('suppresses nothing, and is reported: %.20s', (word) => {
    for (const comment of [
      `<!-- skillwright-disable-next-line ${word} -->`,
      `<!-- skillwright-disable-file ${word}: why -->`,
    ]) {
      const found = bodied(comment);
      expect(others(found)).toEqual(ofBody);
      expect(told(found)).toEqual([expect.stringMatching(/^Unknown rule `|^What is before the colon must be rules/)]);
      expect(told(found)[0]!.length).toBeLessThan(150);
    }
    const found = named(`skillwright-disable-line ${word}`);
    expect(others(found)).toEqual(ofName);
    expect(told(found)).toHaveLength(1);
  });

  test('is reported next to one that suppresses something, and the comment stays', () => {
    const found = bodied('<!-- skillwright-disable-next-line placeholder-unknown toString: why -->');
    expect(others(found)).not.toContain('placeholder-unknown');
    expect(told(found)).toEqual(['Unknown rule `toString`; write reasons after a colon']);
    expect(found.findings.find(({ rule }) => rule === 'suppression-unused')?.fixes).toBeUndefined();
  });

  test('is compared with the rules there are', () => {
    expect(told(bodied('<!-- skillwright-disable-file placeholder-unknwon -->'))).toEqual([
      'Unknown rule `placeholder-unknwon`; did you mean `placeholder-unknown`?',
    ]);
    expect(told(bodied('<!-- skillwright-disable-file Placeholder-Unknown -->'))).toEqual([
      'Unknown rule `Placeholder-Unknown`; did you mean `placeholder-unknown`?',
    ]);
  });
});

describe('a comment without any word before the colon', () => {
  test.for([
    ...['<!-- skillwright-disable-next-line -->', '<!-- skillwright-disable-next-line: a reason -->'],
    ...['<!-- skillwright-disable-next-line : toString -->', '<!--skillwright-disable-file-->'],
    ...['<!-- skillwright-disable-next-line — -->', '<!-- skillwright-disable-file , -->'],
  ])('is for all rules: %s', (comment) => {
    const found = bodied(comment);
    expect(others(found)).not.toContain('placeholder-unknown');
    expect(told(found)).toEqual([]);
  });
});

test('ids are separated by commas and spaces, in any number', () => {
  const found = bodied(
    '<!-- skillwright-disable-next-line name-format,  placeholder-unknown ,: toString is mentioned here -->',
  );
  expect(others(found)).not.toContain('placeholder-unknown');
  expect(told(found)).toEqual([]);
});
