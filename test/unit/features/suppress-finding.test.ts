import { describe, expect, test } from 'vitest';
import { suppressFinding } from '../../../server/src/features/actions/suppress-finding.ts';
import { openText, ruleIdForTests, wordRule } from './open-text.ts';

const noWord = ruleIdForTests('no-word');
const rules = [wordRule(noWord, 'foo', 'bar')];

/** Suppresses the first finding, and expects that it is gone, that nothing else appears and that no value changes. */
async function suppressed(text: string): Promise<string> {
  const { open } = openText(text, { rules });
  const finding = open.findings.find(({ rule }) => rule === noWord)!;
  const { title, edit } = await suppressFinding(finding, open);
  const result = text.slice(0, edit.range.start) + edit.newText + text.slice(edit.range.end);
  const left = openText(result, { rules }).open;
  const useless = left.findings.filter(({ rule, message }) => rule !== noWord && message.includes('no-word'));
  expect(useless).toEqual([]);
  const words = (file: typeof open) => file.findings.filter(({ rule }) => rule === noWord).length;
  expect(words(left)).toBe(title.endsWith('line') ? words(open) - 1 : 0);
  const values = (file: typeof open) =>
    [...file.document.frontmatter.fields].map(([key, { value }]) => [key, plain(value)]);
  expect(values(left)).toEqual(values(open));
  return result;
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, it) => (key === 'range' || key === 'keyRange' ? undefined : it)));
}

describe('in the frontmatter', () => {
  test('the comment ends the line', async () => {
    expect(await suppressed('---\nname: foo\ndescription: d\n---\nbody\n')).toBe(
      '---\nname: foo # skillwright-disable-line no-word\ndescription: d\n---\nbody\n',
    );
  });

  test('a comment that is there gets one more rule', async () => {
    expect(await suppressed('---\nname: foo # skillwright-disable-line other: why\n---\nbody\n')).toContain(
      'foo # skillwright-disable-line no-word other: why',
    );
  });

  test.each([
    ['a plain value over several lines', 'description: one foo\n  two'],
    ['its last line', 'description: one\n  two foo'],
    ['a quoted value over several lines', 'description: "one foo\n  two"'],
    ['a block', 'description: |\n  one foo\n  two'],
    ['the last line of a block', 'description: |\n  one\n  two foo\nname: x'],
    ['a list', 'allowed-tools:\n  - foo\n  - Read'],
    ['a list in brackets', 'allowed-tools: [foo,\n  Read]'],
    ['a key', 'foo:\n  - a'],
    ['the header of a block', 'foo: |\n  text'],
    [
      'nested text',
      'hooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: >\n            foo\n            bar',
    ],
  ])('%s keeps its meaning', async (_name, fields) => {
    await suppressed(`---\n${fields}\n---\n\nbody\n`);
    await suppressed(`---\n${fields}\n---\n\nbody\n`.replaceAll('\n', '\r\n'));
  });

  test('YAML that needs the repair is left alone', async () => {
    expect(await suppressed('---\ndescription: foo: [a] b\n---\nbody\n')).toBe(
      '---\ndescription: foo: [a] b\n---\nbody\n\n<!-- skillwright-disable-file no-word: -->\n',
    );
  });
});

describe('in the body', () => {
  const head = '---\nname: n\ndescription: d\n---\n';

  test('the comment is on the line before, with the same indentation', async () => {
    expect(await suppressed(`${head}\n- one\n  foo\n`)).toBe(
      `${head}\n- one\n  <!-- skillwright-disable-next-line no-word: -->\n  foo\n`,
    );
    expect(await suppressed(`${head}> a\n> foo\n`)).toContain(
      '> <!-- skillwright-disable-next-line no-word: -->\n> foo',
    );
  });

  test('line endings are those of the file', async () => {
    expect(await suppressed(`${head}\nfoo\n`.replaceAll('\n', '\r\n'))).toContain('no-word: -->\r\nfoo');
  });

  test('a comment that is there gets one more rule', async () => {
    expect(await suppressed(`${head}\n<!-- skillwright-disable-next-line other: why -->\nfoo\n`)).toContain(
      '<!-- skillwright-disable-next-line no-word other: why -->\nfoo',
    );
    expect(await suppressed(`${head}\n\`\`\`\nfoo\n\`\`\`\n\n<!-- skillwright-disable-file other -->\n`)).toContain(
      '<!-- skillwright-disable-file no-word other -->',
    );
  });

  test.each([
    ['a fence', '```\nfoo\n```\n'],
    ['the opening line of a fence', '```foo\nx\n```\n'],
    ['a fence that is never closed', 'text\n\n```\nfoo\n'],
    ['indented code', 'text\n\n    foo\n    x\n'],
    ['a code span over two lines', 'a `one\nfoo` b\n'],
    ['a comment', '<!-- one\nfoo\n-->\n'],
    ['a comment that is never closed', 'text\n\n<!-- one\nfoo\n'],
    ['a table', '| a |\n| - |\n| foo |\n'],
    ['a heading', '# foo\n'],
    ['a last line without an end', 'text\n\nfoo'],
    ['a nested item', '- a\n\n  - foo\n'],
  ])('%s is silenced somehow', async (_name, body) => {
    await suppressed(`${head}\n${body}`);
  });

  test('the first line of a file is silenced from afar', async () => {
    expect(await suppressed('foo\n')).toBe('foo\n\n<!-- skillwright-disable-file no-word: -->\n');
  });

  test('a finding about the whole body is silenced for the file', async () => {
    const { open } = openText(`${head}${'line\n'.repeat(600)}`);
    const finding = open.findings.find(({ rule }) => rule === 'body-too-long')!;
    expect((await suppressFinding(finding, open)).title).toBe('Suppress `body-too-long` for this file');
  });

  test('a line that replaces the description stays the first', async () => {
    expect(await suppressed('---\nname: n\n---\n\nfoo is done here\n')).toContain('---\n\nfoo is done here\n\n<!--');
  });
});
