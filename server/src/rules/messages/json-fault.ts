import type { JsonFault } from '../../document/json-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';

/** The reason why a file is not valid JSON, as the beginning of a sentence. */
export function faultInWords({ code }: JsonFault): string {
  switch (code) {
    case 'InvalidCommentToken':
      return 'Comments are not allowed here';
    case 'PropertyNameExpected':
    case 'ValueExpected':
      return 'A value is missing, or there is a comma before a closing bracket';
    default:
      return 'This is not valid JSON';
  }
}

/** Where a fault is: a comma before a closing bracket, rather than the bracket. */
export function rangeOfFault({ code, range }: JsonFault, text: string): TextRange {
  if (code !== 'PropertyNameExpected' && code !== 'ValueExpected') return range;
  const before = text.slice(0, range.start).trimEnd().length;
  return text[before - 1] === ',' && /^[}\]]/.test(text.slice(range.start, range.start + 1))
    ? textRange(before - 1, before)
    : range;
}
