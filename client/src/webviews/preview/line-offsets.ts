/** The offset at which a line of a text starts; lines are counted from 0. */
export function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = text.indexOf('\n', at);
    if (end < 0) break;
    at = end + 1;
  }
  return at;
}

export function lineOfOffset(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The lines in which ranges end, for ranges in order. */
export function lastLines(text: string, ranges: readonly { readonly start: number; readonly end: number }[]): number[] {
  let [line, from] = [0, 0];
  return ranges.map(({ start, end }) => {
    const offset = Math.max(start, end - 1);
    // A range inside another one ends before it.
    if (offset < from) return lineOfOffset(text, offset);
    for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
      line++;
      from = at + 1;
    }
    return line;
  });
}
