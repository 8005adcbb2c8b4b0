export type LineEnd = '\n' | '\r\n' | '\r';

/** The most frequent line ending of a text, of equally frequent ones the one listed first; `\n` if it has none. */
export function lineEndOf(text: string): LineEnd {
  const counts: Record<LineEnd, number> = { '\n': 0, '\r\n': 0, '\r': 0 };
  for (let offset = 0; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === 10 /* \n */) counts['\n']++;
    else if (unit === 13 /* \r */) {
      const isPair = text.charCodeAt(offset + 1) === 10;
      counts[isPair ? '\r\n' : '\r']++;
      if (isPair) offset++;
    }
  }
  const kinds: readonly LineEnd[] = ['\n', '\r\n', '\r'];
  return kinds.reduce((most, kind) => (counts[kind] > counts[most] ? kind : most));
}
