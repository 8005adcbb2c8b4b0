/**
 * The number of single changes that turn `a` into `b`: a character inserted, removed or replaced, or two neighbors
 * swapped (optimal string alignment). Stops above `limit` and returns `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  // Further from the diagonal than this, there are always more changes than the limit.
  const width = 2 * limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: width }, (_, at) => (at < limit ? limit + 1 : at - limit));
  for (let row = 1; row <= a.length; row++) {
    const current: number[] = [];
    let best = limit + 1;
    for (let at = 0; at < width; at++) {
      const column = row + at - limit;
      let cost = limit + 1;
      if (column === 0) cost = row;
      else if (column > 0 && column <= b.length) {
        const replaced = last[at]! + (a[row - 1] === b[column - 1] ? 0 : 1);
        cost = Math.min(cost, (last[at + 1] ?? cost) + 1, (current[at - 1] ?? cost) + 1, replaced);
        if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
          cost = Math.min(cost, beforeLast[at]! + 1);
        }
      }
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[b.length - a.length + limit]!, limit + 1);
}

/** The most changes that a word of this length may have and still count as a misspelling. */
function slipsAllowed(length: number): number {
  if (length < 4) return 0;
  return length < 6 ? 1 : 2;
}

/**
 * The candidate of which `word` is probably a misspelling, ignoring case; undefined if none is close or two are equally
 * close. Short words must be closer than long ones.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  const written = word.toLowerCase();
  let nearest: string | undefined;
  let best = Number.POSITIVE_INFINITY;
  let tied = false;
  for (const candidate of candidates) {
    const limit = slipsAllowed(Math.min(written.length, candidate.length));
    if (Math.abs(written.length - candidate.length) > limit + 1) continue;
    const distance = editDistance(written, candidate.toLowerCase(), limit);
    if (distance > limit || distance > best) continue;
    tied = distance === best;
    best = distance;
    nearest = candidate;
  }
  return tied ? undefined : nearest;
}

/** How many names are suggested for one that is not known. */
const MAX_SUGGESTIONS = 3;

/**
 * The candidates that may be meant by `word`, best first: those of which it may be a misspelling, then those that contain
 * it or are contained in it as whole words (`review` and `code-review`). A word with other case comes before all others.
 */
export function nearestWords(word: string, candidates: Iterable<string>): string[] {
  const written = word.trim().toLowerCase();
  if (written === '') return [];
  const ranked: { readonly candidate: string; readonly rank: number }[] = [];
  for (const candidate of new Set(candidates)) {
    const known = candidate.toLowerCase();
    const limit = slipsAllowed(Math.min(written.length, known.length));
    const distance = editDistance(written, known, limit);
    if (distance <= limit) ranked.push({ candidate, rank: distance });
    else if (hasWords(known, written) || hasWords(written, known)) ranked.push({ candidate, rank: limit + 1 });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Shorter words are part of too many names. */
const SHORTEST_WORD = 4;

function hasWords(name: string, words: string): boolean {
  if (words.length < SHORTEST_WORD) return false;
  const at = `-${name.replace(/[\s_:]/g, '-')}-`.indexOf(`-${words.replace(/[\s_:]/g, '-')}-`);
  return at >= 0;
}
