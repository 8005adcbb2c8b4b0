import { type TextRange, textRange } from './text-range.ts';

/** The range `[start, end)`, extended so that it does not cut a surrogate pair in two. */
export function wholeCharacters(text: string, start: number, end: number): TextRange {
  return textRange(cutsPair(text, start) ? start - 1 : start, cutsPair(text, end) ? end + 1 : end);
}

function cutsPair(text: string, offset: number): boolean {
  return isBetween(text.charCodeAt(offset), 0xdc00, 0xdfff) && isBetween(text.charCodeAt(offset - 1), 0xd800, 0xdbff);
}

function isBetween(unit: number, first: number, last: number): boolean {
  return first <= unit && unit <= last;
}
