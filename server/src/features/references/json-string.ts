import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { rangeInValue } from '../../rules/readings/fields/value-source.ts';

/** The source range of a part of a JSON string, through its escapes. */
export function rangeInString(text: string, range: TextRange, value: string, start: number, end: number): TextRange {
  const plain = textRange(range.start + 1 + start, range.start + 1 + end);
  if (
    text.slice(plain.start, plain.end) === value.slice(start, end) &&
    !text.slice(range.start, plain.start).includes('\\')
  )
    return plain;
  return rangeInValue(text, { kind: 'scalar', style: 'double-quoted', value, range }, start, end);
}
