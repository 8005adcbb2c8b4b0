export type LineEnd = '\n' | '\r\n' | '\r';

/** The line end that a text has most often, of equal ones the one named first; `\n` where it has none. */
export function lineEndOf(text: string): LineEnd {
  const counts: Record<LineEnd, number> = { '\n': 0, '\r\n': 0, '\r': 0 };
  for (const [found] of text.matchAll(/\r\n?|\n/g)) counts[found as LineEnd]++;
  const kinds: readonly LineEnd[] = ['\n', '\r\n', '\r'];
  return kinds.reduce((most, kind) => (counts[kind] > counts[most] ? kind : most));
}
