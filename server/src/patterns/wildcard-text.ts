/** Shorter pieces are left to the engine, which is fast with them whatever they are. */
const longPiece = 32;

/**
 * Whether a text is what a pattern with `*` describes, where each stands for any text. Linear in both: each piece is
 * taken where it is found first.
 */
export function matchesWildcards(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = find(piece, text, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** Where a piece is found first; the search of the engine can take as long as both lengths multiplied. */
function find(piece: string, text: string, from: number): number {
  if (piece.length < longPiece) return text.indexOf(piece, from);
  const borders = bordersOf(piece);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    while (matched > 0 && text[at] !== piece[matched]) matched = borders[matched - 1]!;
    if (text[at] === piece[matched]) matched++;
    if (matched === piece.length) return at + 1 - piece.length;
  }
  return -1;
}

/** For each beginning of a piece, how much of its beginning it ends with. */
function bordersOf(piece: string): Int32Array {
  const borders = new Int32Array(piece.length);
  for (let at = 1, matched = 0; at < piece.length; at++) {
    while (matched > 0 && piece[at] !== piece[matched]) matched = borders[matched - 1]!;
    if (piece[at] === piece[matched]) matched++;
    borders[at] = matched;
  }
  return borders;
}
