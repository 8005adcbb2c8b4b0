import { matchesOf } from '../../document/text/matches-of.ts';
import { textRange } from '../../document/text/text-range.ts';
import { type DescribedSkill, excludes, headLength, readPhaseTag } from './described-skill.ts';
import { type DescriptionWord, isDistinctive, readDescription, readPart } from './read-description.ts';

/**
 * The ways to distinguish two skills, best first:
 *
 * - `verb`: a verb of its own in the first 50 characters
 * - `object`: an object of its own
 * - `occasion`: other occasions
 * - `phase-tag`: a tag such as `[P1·Design]` at the beginning
 * - `input-from`: where the input comes from, `INPUT_FROM: …`
 * - `exclusion`: what it is not for, `Not for …`
 */
export type WayApartId = 'verb' | 'object' | 'occasion' | 'phase-tag' | 'input-from' | 'exclusion';

/** One way to distinguish a pair that the pair does not use yet. */
export interface WayApart {
  readonly id: WayApartId;
  /** The words of both, as the first one writes them; empty if neither or only one has any. */
  readonly shared: readonly string[];
  /** Words that only the first skill uses and that could serve, most specific first. */
  readonly ofFirst: readonly string[];
  /** Words that only the second skill uses and that could serve, most specific first. */
  readonly ofSecond: readonly string[];
}

const maxWords = 5;

/** The phrase that introduces an occasion, up to the end of the sentence. */
const occasion =
  /\b(?:when(?:ever)?|while|once|before|after|during|triggers?|asks?|mentions?|wants?|needs?)\b(?:(?![;!?\n]|\.(?:\s|$))[\s\S])*/gi;

/** One side of a pair, read in full. */
interface Side {
  readonly skill: DescribedSkill;
  /** Without the part that says what it is not for. */
  readonly words: readonly DescriptionWord[];
  readonly occasions: readonly DescriptionWord[];
  readonly inputFrom: string | undefined;
}

/** The ways to distinguish the two that they do not use yet, ranked. */
export function findWaysApart(first: DescribedSkill, second: DescribedSkill): WayApart[] {
  const a = sideOf(first);
  const b = sideOf(second);
  const ofFirst = ownWords(a.words, second);
  const ofSecond = ownWords(b.words, first);
  const way = (id: WayApartId, shared: readonly string[] = []): WayApart => ({ id, shared, ofFirst, ofSecond });
  const ways: WayApart[] = [];

  const [verbOfA, verbOfB] = [openingOf(a), openingOf(b)];
  const sameOpening = verbOfA !== undefined && verbOfA.term === verbOfB?.term;
  if (sameOpening || !verbOfA || !verbOfB) ways.push(way('verb', sameOpening ? [verbOfA.written] : []));
  if (!hasOwnObject(a, second) || !hasOwnObject(b, first)) {
    ways.push(way('object', sharedWords(a.words.filter(isInHead), b.words.filter(isInHead))));
  }
  const occasionsOfA = ownWords(a.occasions, second);
  const occasionsOfB = ownWords(b.occasions, first);
  if (occasionsOfA.length === 0 || occasionsOfB.length === 0) {
    ways.push({
      id: 'occasion',
      shared: sharedWords(a.occasions, b.occasions),
      ofFirst: occasionsOfA,
      ofSecond: occasionsOfB,
    });
  }
  const tag = readPhaseTag(first.text);
  if (!tag || !second.phaseTag || tag === second.phaseTag) ways.push(way('phase-tag', both(tag, second.phaseTag)));
  if (!a.inputFrom || !b.inputFrom || a.inputFrom === b.inputFrom) {
    ways.push(way('input-from', both(a.inputFrom, b.inputFrom)));
  }
  if (!excludes(first, second) && !excludes(second, first)) ways.push(way('exclusion'));
  return ways;
}

/** The words that both use, most specific first, as the first one writes them, at most `limit`. */
export function findSharedWords(first: DescribedSkill, second: DescribedSkill, limit: number): string[] {
  const weightOf = ({ term }: DescriptionWord) => (first.weights.get(term) ?? 0) * (second.weights.get(term) ?? 0);
  return joinPairs(distinct(sideOf(first).words.filter((word) => weightOf(word) > 0)))
    .map((word) => ({ written: word.written, weight: weightOf(word) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ written }) => written);
}

/** The one that begins with a name that the other lacks, if the other begins with none of its own: only that one is unclear. */
export function namedOne(first: DescribedSkill, second: DescribedSkill): 'first' | 'second' | undefined {
  const isFirst = beginsWithOwnName(first, second);
  const isSecond = beginsWithOwnName(second, first);
  if (isFirst === isSecond) return undefined;
  return isFirst ? 'first' : 'second';
}

function beginsWithOwnName({ firstNames }: DescribedSkill, other: DescribedSkill): boolean {
  return firstNames.some((term) => !other.weights.has(term));
}

/** The skills that were compared last: one is compared with many others, and in a group of similar ones many with many. */
const lastSides = new Map<DescribedSkill, Side>();
const maxSides = 32;

function sideOf(skill: DescribedSkill): Side {
  const side = lastSides.get(skill) ?? readSide(skill);
  lastSides.delete(skill);
  lastSides.set(skill, side);
  if (lastSides.size > maxSides) {
    const [oldest] = lastSides.keys();
    lastSides.delete(oldest!);
  }
  return side;
}

function readSide(skill: DescribedSkill): Side {
  const words = readDescription(skill.text).words.filter(({ isExcluded }) => !isExcluded);
  const spans = matchesOf(occasion, readPart(skill.text)).map(({ 0: text, index }) =>
    textRange(index, index + text.length),
  );
  return {
    skill,
    words,
    occasions: words.filter(({ start: at }) => spans.some(({ start, end }) => at >= start && at < end)),
    inputFrom: /\bINPUT_FROM:\s*([^\n.]*)/.exec(skill.text)?.[1]?.trim() || undefined,
  };
}

function openingOf({ skill, words: [opening] }: Side): DescriptionWord | undefined {
  return opening?.term === skill.opening ? opening : undefined;
}

function isInHead({ start }: DescriptionWord): boolean {
  return start < headLength;
}

function hasOwnObject({ words }: Side, other: DescribedSkill): boolean {
  return words.some((word) => isInHead(word) && !other.weights.has(word.term) && isDistinctive(word.term));
}

/** The words that only this one uses, names and rarer words first. */
function ownWords(words: readonly DescriptionWord[], other: DescribedSkill): string[] {
  const rank = ({ term, isName }: DescriptionWord) => (isDistinctive(term) ? 2 : 0) + (isName ? 1 : 0);
  return joinPairs(distinct(words.filter((word) => !other.weights.has(word.term))))
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, maxWords)
    .map(({ written }) => written);
}

function sharedWords(ofFirst: readonly DescriptionWord[], ofSecond: readonly DescriptionWord[]): string[] {
  const terms = new Set(ofSecond.map(({ term }) => term));
  return joinPairs(distinct(ofFirst.filter(({ term }) => terms.has(term))))
    .sort((a, b) => Number(isDistinctive(b.term)) - Number(isDistinctive(a.term)))
    .slice(0, maxWords)
    .map(({ written }) => written);
}

function both(ofFirst: string | undefined, ofSecond: string | undefined): string[] {
  return ofFirst !== undefined && ofFirst === ofSecond ? [ofFirst] : [];
}

function distinct(words: readonly DescriptionWord[]): DescriptionWord[] {
  const seen = new Set<string>();
  return words.filter(({ term }) => !seen.has(term) && seen.add(term));
}

/** Joins overlapping pairs of characters into the run that they were cut from. */
function joinPairs(words: readonly DescriptionWord[]): DescriptionWord[] {
  const joined: DescriptionWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (!last || word.start >= last.end) joined.push(word);
    else {
      const written = last.written + word.written.slice(last.end - word.start);
      joined[joined.length - 1] = { ...last, written, end: word.end };
    }
  }
  return joined;
}
