import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { quoteYaml } from '../../../server/src/rules/edits/quote-value.ts';
import { rangeInValue } from '../../../server/src/rules/readings/fields/value-source.ts';

/** The source text of the part `[start, end)` of the description. */
function sourceOf(yaml: string, start: number, end: number): string {
  const text = `---\n${yaml}\n---\nBody\n`;
  const value = readDocument(text, 'claude-code').frontmatter.fields.get('description')!.value;
  if (value.kind !== 'scalar') throw new Error('no scalar');
  const range = rangeInValue(text, value, start, end);
  return text.slice(range.start, range.end);
}

const word = fc.string({ unit: fc.constantFrom('a', 'Z', '9', "'", '"', '\\', '地', 'é'), minLength: 1, maxLength: 6 });
const words = fc.array(word, { minLength: 1, maxLength: 12 });
const unescaped = (text: string, quote: string) =>
  quote === "'" ? text.replaceAll("''", "'") : text.replace(/\\(.)/g, '$1');

test('finds each word of a quoted text', () => {
  fc.assert(
    fc.property(words, (parts) => {
      const whole = parts.join(' ');
      const quoted = quoteYaml(whole);
      let start = 0;
      for (const part of parts) {
        const written = sourceOf(`description: ${quoted}`, start, start + part.length);
        expect(unescaped(written, quoted[0]!)).toBe(part);
        start += part.length + 1;
      }
    }),
  );
});

test.for(['|', '>', '>-', '|+'])('finds each word of the lines after `%s`', (header) => {
  fc.assert(
    fc.property(words, (parts) => {
      const lines = parts.map((part) => `    ${part}`).join('\n');
      let start = 0;
      for (const part of parts) {
        expect(sourceOf(`description: ${header}\n${lines}`, start, start + part.length)).toBe(part);
        start += part.length + 1;
      }
    }),
  );
});

test('reads escapes by code', () => {
  expect(sourceOf('description: "a\\u5730\\x41 b"', 1, 3)).toBe('\\u5730\\x41');
  expect(sourceOf('description: "one\\ntwo"', 4, 7)).toBe('two');
  expect(sourceOf('description: "one\\n\n\n  two"', 5, 8)).toBe('two');
});

test('gives the whole value where it cannot lay the two side by side', () => {
  expect(sourceOf('description: "a\\e b"', 3, 4)).toBe('"a\\e b"');
  expect(sourceOf('other: &x abc\ndescription: *x', 0, 1)).toBe('*x');
  expect(sourceOf('description: 0x1F', 0, 2)).toBe('0x1F');
});
