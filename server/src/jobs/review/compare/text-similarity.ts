/** A text as its pairs of neighbouring words, sorted: hashes, because thousands of texts may be compared. */
export type Fingerprint = Int32Array;

/** Words at the beginning of a text that count. */
const maxWords = 3_000;

/** Words, or single characters of scripts without spaces. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_]+/gu;

export function fingerprintOf(text: string): Fingerprint {
  const pairs: number[] = [];
  let last = 0;
  for (const [found] of text.matchAll(word)) {
    const hash = hashOf(found);
    pairs.push(Math.imul(last, 31) ^ hash);
    last = hash;
    if (pairs.length === maxWords) break;
  }
  return Int32Array.from(pairs).sort();
}

/** How much two texts have in common, of the longer one: 1 for all of it. */
export function similarity(a: Fingerprint, b: Fingerprint): number {
  return sharedPairs(a, b) / Math.max(a.length, b.length, 1);
}

/** How many pairs of words are in both texts. */
export function sharedPairs(a: Fingerprint, b: Fingerprint): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left, right] = [a[i]!, b[j]!];
    if (left === right) shared++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return shared;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
