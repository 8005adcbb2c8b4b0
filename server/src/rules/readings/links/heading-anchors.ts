import { nearestWord } from '../../../dialect/text/edit-distance.ts';
import { anchorsOfHeadings } from '../../../document/markdown/heading-anchors.ts';
import { oncePer } from '../../../platform/once.ts';
import { MAX_COMPARED_NAMES } from './bundled-files.ts';

/** The headings of a file, and its other names to which a link can lead. */
export interface Anchored {
  /** Undefined if they were not read. */
  readonly headings: readonly string[] | undefined;
  readonly ownAnchors: readonly string[];
}

/** Whether a link can lead to an anchor. Sites make anchors from headings in slightly different ways, which all count. */
export function hasAnchor(anchor: string, file: Anchored): boolean {
  if (!file.headings) return true;
  const found = anchorsOf(file);
  return found.byLetters.has(lettersOf(anchor)) || found.own.has(anchor) || isPlaceInCode(anchor);
}

/** The anchor that is probably meant: one that is spelled alike, or the only one that begins or ends alike. */
export function nearestAnchor(anchor: string, file: Anchored): string | undefined {
  const { byLetters } = anchorsOf(file);
  if (byLetters.size > MAX_COMPARED_NAMES) return undefined;
  const near = nearestWord(lettersOf(anchor), byLetters.keys());
  if (near !== undefined) return byLetters.get(near);
  const written = wordsOf(anchor);
  const [only, ...others] = [...byLetters.values()].filter((other) => isPartlyAlike(written, wordsOf(other)));
  return others.length === 0 ? only : undefined;
}

/** Whether one is the other with more words before or after it, as `password-reset` and `password-reset-flow`. */
function isPartlyAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  // A single short word begins many others.
  if (short.length * 2 < long.length) return false;
  return long.startsWith(`${short}-`) || long.endsWith(`-${short}`);
}

/** Lines of a file on GitHub, and texts for which browsers search. */
function isPlaceInCode(anchor: string): boolean {
  return /^(?:L\d+|:~:)/.test(anchor);
}

/** The anchors that GitHub makes from the headings, by their letters and digits alone. */
const anchorsOf = oncePer(({ headings, ownAnchors }: Anchored) => {
  const byLetters = new Map(anchorsOfHeadings(headings ?? []).map((anchor) => [lettersOf(anchor), anchor]));
  return { byLetters, own: new Set(ownAnchors) };
});

function lettersOf(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function wordsOf(anchor: string): string {
  return anchor
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
