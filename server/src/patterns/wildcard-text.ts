/** Shorter texts are searched by the engine, which is fast for any of them. */
const longPiece = 32;

/**
 * Whether a text matches a pattern in which `*` matches any text. Linear in both: each part is taken where it is found
 * first.
 */
export function matchesWildcards(text: string, pattern: string): boolean {
  return matchesPieces(text, pattern.split('*'));
}

/** The same for the texts between the `*`. */
export function matchesPieces(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces;
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

/** The first position of a part; the engine's own search can take time proportional to the product of both lengths. */
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

/** For each prefix of a part, the length of the longest prefix that it also ends with. */
function bordersOf(piece: string): Int32Array {
  const borders = new Int32Array(piece.length);
  for (let at = 1, matched = 0; at < piece.length; at++) {
    while (matched > 0 && piece[at] !== piece[matched]) matched = borders[matched - 1]!;
    if (piece[at] === piece[matched]) matched++;
    borders[at] = matched;
  }
  return borders;
}
