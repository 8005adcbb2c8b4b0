import { describe, expect, test } from 'vitest';
import { insertedTexts } from '../../../client/src/preview/injections/inserted-texts.ts';
import { commandsInDocument, commandsInQuestion } from '../../../client/src/preview/injections/readable-commands.ts';
import type { PreviewInjection } from '../../../server/src/protocol.ts';

const inQuestion = (...commands: string[]) => commandsInQuestion(commands, (count) => `(${count} blank lines)`);
const inDocument = (...commands: string[]) => commandsInDocument(commands, (number) => `Command ${number}`);

describe('commands in a question', () => {
  test('are shown whole', () => {
    expect(inQuestion('echo a\necho b', 'echo\u200Bc')).toBe('echo a\necho b\n\necho<U+200B>c');
    expect(inQuestion('x'.repeat(1_000))).toBe('x'.repeat(1_000));
  });

  test('are not where they are too long, too many or too wide', () => {
    expect(inQuestion('x'.repeat(1_001))).toBeUndefined();
    expect(inQuestion('x'.repeat(600), 'x'.repeat(600))).toBeUndefined();
    expect(inQuestion('x\n'.repeat(15))).toBeUndefined();
    expect(inQuestion(...Array.from({ length: 9 }, () => 'ls'))).toBeUndefined();
    expect(inQuestion(`ls${'\t'.repeat(200)}rm`)).toBeUndefined();
    expect(inQuestion('\u200B'.repeat(200))).toBeUndefined();
  });

  test('are not pushed out of sight by blank lines', () => {
    expect(inQuestion(`ls${'\n'.repeat(8)}rm`)).toBe('ls\n(7 blank lines)\nrm');
    expect(inQuestion('ls\n \n\t\n  \nrm\n\n\n')).toBe('ls\n(3 blank lines)\nrm\n(3 blank lines)');
    expect(inQuestion('ls\n\n\nrm')).toBe('ls\n\n\nrm');
    expect(inQuestion(`ls${'\n'.repeat(20)}rm`)).toBeUndefined();
  });
});

describe('what a question says of the parts that the author did not write', () => {
  const inserted = (command: string, ...parts: readonly (readonly [string, 'arguments' | 'variable'])[]) => {
    const insertions = parts.map(([text, from]) => {
      const start = command.indexOf(text);
      return { start, end: start + text.length, from };
    });
    return insertedTexts([{ command, insertions } as unknown as PreviewInjection]);
  };

  test('quotes each once, by where it comes from, with nothing hidden', () => {
    expect(inserted('echo a; touch x\u200B', ['a; touch x\u200B', 'arguments'], ['a', 'arguments'])).toEqual({
      arguments: '“a; touch x<U+200B>”, “a”',
      variables: '',
    });
    expect(inserted('ls /$(x)\ny', ['/$(x)\ny', 'variable']).variables).toBe('“/$(x)↵y”');
  });

  test('does not quote what is too long or too much', () => {
    expect(inserted('x'.repeat(400), ['x'.repeat(400), 'arguments']).arguments).toBeUndefined();
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((text) => [text, 'arguments'] as const);
    expect(inserted('abcdefg', ...many).arguments).toBeUndefined();
  });

  test('says nothing of what the author wrote', () => {
    expect(insertedTexts([{ command: 'ls' } as unknown as PreviewInjection])).toEqual({ arguments: '', variables: '' });
  });
});

describe('commands in a document', () => {
  test('are whole, each below its heading', () => {
    const long = `${'echo x\n'.repeat(5_000)}rm`;
    expect(inDocument(long, 'ls\u202E')).toBe(
      `# Command 1\n\n\`\`\`\n${long}\n\`\`\`\n\n# Command 2\n\n\`\`\`\nls<U+202E>\n\`\`\`\n`,
    );
  });

  test('do not end their block', () => {
    expect(inDocument('```\n# Command 2\n````')).toBe('# Command 1\n\n`````\n```\n# Command 2\n````\n`````\n');
  });
});
