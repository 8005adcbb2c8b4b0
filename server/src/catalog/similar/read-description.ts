import { letterExpression } from '../../document/text/letter-expression.ts';
import { matchesOf } from '../../document/text/matches-of.ts';
import { once } from '../../platform/once.ts';
import { commonTerms, stopWords, termOf } from './description-words.ts';

/** A significant word of a description; in scripts without spaces, a pair of characters. */
export interface DescriptionWord {
  /** The same for all forms of a word and for words with much the same meaning. */
  readonly term: string;
  readonly written: string;
  /** Offsets in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly isPairOfCharacters: boolean;
  /** Looks like a proper name: `GitHub`, `PDF`, `utf8`, a capital in the middle of a sentence. */
  readonly isName: boolean;
  /** Part of what the skill is not for. */
  readonly isExcluded: boolean;
}

interface ReadDescription {
  readonly words: readonly DescriptionWord[];
  /** The text, ignoring case, punctuation and spaces: the same for texts that are literally the same. */
  readonly letters: string;
}

type Range = readonly [start: number, end: number];

/** Longer than any real description; the listing cuts at 1,536 unless a setting says otherwise. UTF-16 units. */
const readAtMost = 2_048;

/** More than fit into that much Latin text: in scripts without spaces, every pair of characters counts as a word. */
const maxWords = 600;

/** `C#`, `C++` and `F#` are different words from their letters alone. */
const word = letterExpression(String.raw`[\p{L}\p{M}\p{N}'’]+(?:\+\+|#)?`, 'gu');
const capital = letterExpression(String.raw`^\p{Lu}`, 'u');
const nameLike = letterExpression(String.raw`.\p{Lu}|\p{N}|[#+]$`, 'u');

/** Scripts that put no spaces between words, or endings on them that no rule here covers. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]`;
const startsUnspaced = once(() => new RegExp(`^${unspaced}`, 'u'));
const runsOfOneKind = once(() => new RegExp(`${unspaced}+|(?:(?!${unspaced}).)+`, 'gu'));

/** Thai is the first of them. */
const mayBeUnspaced = /[^\0-\u0DFF]/;

const aroundWord = /^['’]+|['’]s?$|['’]+$/gi;

/** The start of the part that says what the skill is not for; that part lasts to the end of its sentence. */
const exclusion = once(
  () =>
    /(?:\b(?:not (?:intended |meant |suitable |suited |designed )?for|not to be used|(?:do not|don['’]t|never|not) (?:use|trigger|invoke|activate|apply|load|run|call)|instead of|rather than|except (?:for|when|if|in)|excluding|unlike|without|other than|unless|skip (?:for|if|when|it)|nicht (?:für|zum|zur)|pas pour|no (?:usar|es )?para|não (?:usar )?para)(?!\p{L})|不用于|不適用|不适用|不要|而不是|ではなく|使わない)(?:[^.;!?。；！？\n)]|\.(?=\S))*/giu,
);

/** A text without a match has none of them: fast to search for, and rare. */
const exclusionHint =
  /\b(?:not|don['’]t|never|instead|rather|except|excluding|unlike|without|other than|unless|skip|nicht|pas|no|não)\b|[不而なわ]/i;

/** A sentence that sends the reader elsewhere: `for slides use deck-maker instead`. */
const referral = /\b(?:use|see|prefer|try)\b.*\binstead\b(?! of)/i;

/** Numbers in a list: `(1) `, `2. `, `3) `. */
const listNumber = /^\d{1,2}$/;

/** The properties of a word that do not depend on its position. */
interface KnownWord {
  readonly lower: string;
  /** Without apostrophes and what follows them. */
  readonly written: string;
  readonly term: string;
  readonly isUnspaced: boolean;
  readonly isStopWord: boolean;
  readonly hasCapital: boolean;
  readonly looksLikeName: boolean;
}

/** Cached, because descriptions repeat each other's words. */
const knownWords = new Map<string, KnownWord>();
const maxKnownWords = 20_000;

/** The part of a description that is read; word offsets refer to it. */
export function readPart(text: string): string {
  return text.slice(0, readAtMost).normalize('NFKC');
}

export function readDescription(text: string): ReadDescription {
  const read = readPart(text);
  const excluded = exclusionHint.test(read) ? excludedParts(read) : [];
  const words: DescriptionWord[] = [];
  const letters: string[] = [];
  let capitals = 0;
  let initials = 0;
  const addPart = (part: string, start: number, isExcluded: boolean): void => {
    const known = knowWord(part);
    letters.push(known.lower, ' ');
    if (known.isUnspaced) {
      for (const pair of pairsOf(part, start, isExcluded)) {
        if (words.length < maxWords) words.push(pair);
      }
      return;
    }
    initials++;
    if (known.hasCapital) capitals++;
    if (known.isStopWord || !isWorthCounting(known.written, read, start)) return;
    const { term, written } = known;
    const isName = known.looksLikeName || (known.hasCapital && !startsSentence(read, start));
    words.push({ term, written, start, end: start + written.length, isPairOfCharacters: false, isName, isExcluded });
  };
  for (const { 0: found, index } of matchesOf(word(read), read)) {
    if (words.length >= maxWords) break;
    const isExcluded = excluded.length > 0 && excluded.some(([start, end]) => index >= start && index < end);
    if (!mayBeUnspaced.test(found)) addPart(found, index, isExcluded);
    // `用Python写` has three parts.
    else for (const run of matchesOf(runsOfOneKind(), found)) addPart(run[0], index + run.index, isExcluded);
  }
  // If every other word is capitalized, capitals mean nothing.
  const areNames = capitals * 2 <= initials;
  return {
    words: areNames ? words : words.map((it) => ({ ...it, isName: knowWord(it.written).looksLikeName })),
    // Joined once: a text that grows word by word remains a chain of its parts, several times as large.
    letters: letters.join(''),
  };
}

/** Whether a term is specific, rather than common to most descriptions. */
export function isDistinctive(term: string): boolean {
  return !commonTerms().has(term);
}

function excludedParts(text: string): Range[] {
  const parts = [...text.matchAll(exclusion())].map(({ 0: part, index }): Range => [index, index + part.length]);
  for (const { 0: sentence, index } of text.matchAll(/[^.;!?\n()]+/g)) {
    if (referral.test(sentence)) parts.push([index, index + sentence.length]);
  }
  return parts;
}

function* pairsOf(run: string, start: number, isExcluded: boolean): Generator<DescriptionWord> {
  const characters = [...run];
  let at = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    if (next !== undefined || characters.length === 1) {
      const term = character + (next ?? '');
      yield {
        term,
        written: term,
        start: at,
        end: at + term.length,
        isPairOfCharacters: true,
        isName: false,
        isExcluded,
      };
    }
    at += character.length;
  }
}

/** Neither a list number nor a single letter, except for the names of languages: `C`, `R`, and `c` in `c-review`. */
function isWorthCounting(written: string, text: string, at: number): boolean {
  if (written.length > 2) return true;
  const next = text[at + written.length] ?? '';
  if (listNumber.test(written)) return !/[).]/.test(next) || /[\p{L}\p{N}.]/u.test(text[at - 1] ?? '');
  return written.length > 1 || /^[B-HJ-Z]$|^[^a-zAI]$/.test(written) || (written.length === 1 && next === '-');
}

function knowWord(found: string): KnownWord {
  let known = knownWords.get(found);
  if (!known) {
    const written = found.replace(aroundWord, '');
    known = {
      lower: found.toLowerCase(),
      written,
      term: termOf(written.toLowerCase()),
      isUnspaced: mayBeUnspaced.test(found) && startsUnspaced().test(found),
      isStopWord: stopWords().has(written.toLowerCase().replace('’', "'")),
      hasCapital: capital(found).test(found),
      looksLikeName: nameLike(written).test(written),
    };
    if (knownWords.size >= maxKnownWords) knownWords.clear();
    knownWords.set(found, known);
  }
  return known;
}

function startsSentence(text: string, at: number): boolean {
  return /(?:^|[.:!?\n([\]"“—–-])\s*$/u.test(text.slice(Math.max(0, at - 4), at));
}
