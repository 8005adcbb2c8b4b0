import { describe, expect, test } from 'vitest';
import { commandsInDocument, commandsInQuestion } from '../../../client/src/views/preview/readable-commands.ts';

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
