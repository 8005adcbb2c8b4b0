import { MAX_EDITED_ARGUMENTS, MAX_PARSED_ARGUMENTS } from '../../dialect/limits.ts';
import { type ArgumentWord, splitArguments, splitWords } from '../../shell/split-arguments.ts';

/**
 * The argument string in which word `index` is `value` and all other words stay the same. As little of the text as
 * possible changes. Missing words before it become `""`. An empty value removes the word, and the empty words before
 * it, if no other word follows; otherwise it becomes `""`. Undefined if no string is read this way, or if there is too
 * much text.
 */
export function argumentsWith(text: string, index: number, value: string): string | undefined {
  if (text.length + value.length > MAX_EDITED_ARGUMENTS) return undefined;
  const words = splitWords(text);
  if (words[index]?.text === value) return text;
  const missing = Math.max(index - words.length, 0);
  // Only a string that is parsed can have empty words.
  if (missing * '"" '.length > MAX_PARSED_ARGUMENTS) return undefined;
  const changed = [...words.map((word) => word.text), ...new Array<string>(missing).fill('')];
  changed[index] = value;
  const shortened = value === '' ? withoutLastEmpty(changed) : changed;
  if (index >= words.length && value === '') return text;
  return (
    firstThatReadsAs(shortened, editsInPlace(text, words, shortened, index)) ??
    firstThatReadsAs(changed, editsInPlace(text, words, changed, index)) ??
    firstThatReadsAs(shortened, editsOfAll(text, words, shortened, index))
  );
}

function withoutLastEmpty(words: readonly string[]): string[] {
  return words.slice(0, words.findLastIndex((word) => word !== '') + 1);
}

function firstThatReadsAs(words: readonly string[], texts: Iterable<string>): string | undefined {
  for (const text of texts) {
    // Claude Code trims the string.
    const trimmed = text.trim();
    if (isReadAs(text, words) && (trimmed === text || isReadAs(trimmed, words))) return text;
  }
  return undefined;
}

function isReadAs(text: string, words: readonly string[]): boolean {
  const read = splitArguments(text);
  return read.length === words.length && read.every((word, index) => word === words[index]);
}

/** The text with only this word changed, in every way that the word may be written. */
function* editsInPlace(
  text: string,
  words: readonly ArgumentWord[],
  wanted: readonly string[],
  index: number,
): Generator<string> {
  if (wanted.length < words.length) {
    const start = words[wanted.length - 1]?.end ?? words[0]!.start;
    yield text.slice(0, start) + text.slice(words.at(-1)!.end);
    return;
  }
  const word = words[index];
  const empty = spelled('');
  for (const spelling of spellings(wanted[index]!)) {
    if (word) yield text.slice(0, word.start) + spelling + text.slice(word.end);
    // Missing words before it are empty.
    else yield* appended(text, words, `${`${empty} `.repeat(wanted.length - 1 - words.length)}${spelling}`);
  }
}

/**
 * At the very end, or after the last word: what follows may not be a word, as in `a
 * b`.
 */
function* appended(text: string, words: readonly ArgumentWord[], addition: string): Generator<string> {
  const last = words.at(-1);
  if (!last) {
    yield addition;
    return;
  }
  yield `${text.trimEnd()} ${addition}`;
  yield `${text.slice(0, last.end)} ${addition}${text.slice(last.end)}`;
}

/** Nobody edits so many words one by one, and each is tried in several forms. */
const maxSpelled = 500;

/** The text with every word written anew, and then only these words. */
function* editsOfAll(
  text: string,
  words: readonly ArgumentWord[],
  wanted: readonly string[],
  index: number,
): Generator<string> {
  const length = wanted.reduce((sum, word) => sum + word.length + 1, -1);
  // Quotes have no meaning in longer strings.
  if (length > MAX_PARSED_ARGUMENTS || wanted.length > maxSpelled) return;
  const anew = wanted.map(spelled);
  if (wanted.length >= words.length) {
    let requoted = '';
    let copied = 0;
    for (const [at, word] of words.entries()) {
      requoted += text.slice(copied, word.start) + anew[at];
      copied = word.end;
    }
    const rest = text.slice(copied);
    if (index < words.length) yield requoted + rest;
    else {
      const addition = anew.slice(words.length).join(' ');
      yield `${requoted}${rest.trimEnd()} ${addition}`;
      yield `${requoted} ${addition}${rest}`;
    }
  }
  yield anew.join(' ');
}

/** A form that is read as this word in any position. */
function spelled(word: string): string {
  const isSafe = (spelling: string): boolean =>
    isReadAs(`${spelling} "x y"`, [word, 'x y']) && isReadAs(`"x y" ${spelling} x`, ['x y', word, 'x']);
  return [...spellings(word)].find(isSafe) ?? singleQuoted(word);
}

/** The ways to write a word, the best first. Which of them is read as the word depends on the text around it. */
function* spellings(word: string): Generator<string> {
  // Claude Code would trim it at an end of the string. The word next to it shows whether the string was parsed.
  const needsQuotes = word.trim() !== word || !isReadAs(`"x y" ${word} x`, ['x y', word, 'x']);
  const isLiteral = !/["$`\\]/.test(word);
  if (!needsQuotes) yield word;
  if (isLiteral) yield `"${word}"`;
  if (!word.includes("'")) yield `'${word}'`;
  if (!isLiteral) yield `"${word}"`;
  yield singleQuoted(word);
  // In a string that is too long to be parsed, quotes have no meaning.
  if (needsQuotes) yield word;
}

/** Between single quotes no character has a meaning; only single quotes themselves are written between double ones. */
function singleQuoted(word: string): string {
  const parts = word.split(/('+)/).filter((part) => part !== '');
  return parts.map((part) => (part.startsWith("'") ? `"${part}"` : `'${part}'`)).join('');
}
