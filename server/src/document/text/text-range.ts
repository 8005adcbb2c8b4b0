/**
 * A half-open range `[start, end)` of a text, in UTF-16 units from the start of the file. The core uses offsets only.
 */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The range `[start, end)`. */
export function textRange(start: number, end: number): TextRange {
  return { start, end };
}

/** Whether two ranges share a unit; an empty range also touches the ranges directly before and after it. */
export function rangesTouch(a: TextRange, b: TextRange): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Whether `offset` is inside the range or at its end, where a typing cursor still belongs to it. */
export function rangeHolds(range: TextRange, offset: number): boolean {
  return range.start <= offset && offset <= range.end;
}
