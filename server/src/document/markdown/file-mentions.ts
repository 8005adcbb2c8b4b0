import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../runtime-id.ts';
import { type TextRange, textRange } from '../text/text-range.ts';

/**
 * A file that a text mentions with `@`. The text stays unchanged. Claude Code reads the file, if it exists, and adds its
 * content to the conversation as if the model had read it; for a folder, it adds a list. This applies to typed commands
 * and Skill tool calls, to the body and to arguments, even in code and comments; in forks, only to commands typed in the
 * latest release.
 */
export interface FileMention {
  /** As written, without `@`, quotes and lines; relative to the session's folder. */
  readonly path: string;
  /** The first and the last requested line, counted from 1; undefined for the whole file. */
  readonly lines: { readonly first: number; readonly last: number } | undefined;
}

/** A mention at a place in a text. */
export interface LocatedMention extends FileMention {
  /** The path as written, without `@` and quotes, and with lines. */
  readonly range: TextRange;
}

/** The files that a rendered text mentions, without duplicates, quoted ones first. Linear in the size of the text. */
export function mentionedFiles(text: string, runtime: RuntimeId): readonly FileMention[] {
  const byName = new Map<string, FileMention>();
  for (const { path, lines, range } of locateMentions(text, runtime)) {
    const name = text.slice(range.start, range.end);
    if (!byName.has(name)) byName.set(name, { path, lines });
  }
  return [...byName.values()];
}

/** The same with their places, each as often as it is written. */
export function locateMentions(text: string, runtime: RuntimeId): readonly LocatedMention[] {
  if (!text.includes('@')) return [];
  const { quotedMention, bareMentions, nameAndLines } = mentionForms[capabilities(runtime).fileMentions];
  const quoted = [...(text.includes('@"') ? text.matchAll(quotedMention) : [])].map(
    ({ 0: all, 1: name = '', index }) => {
      const end = index + all.length - 1;
      return textRange(end - name.length, end);
    },
  );
  const places = [
    ...quoted.filter(({ start, end }) => !text.slice(start, end).endsWith(' (agent)')),
    ...bareMentions(text).filter(({ start }) => text[start] !== '"'),
  ];
  return places.map((range) => ({ ...toMention(text.slice(range.start, range.end), nameAndLines), range }));
}

/** The form of mentions: including sentence ends that no space follows and `notes.md#heading`, or without these. */
const mentionForms = {
  'after-sentences': {
    quotedMention: /(?:^|[\s\u3002\u3001\uFF1F\uFF01])@"([^"]+)"/g,
    bareMentions: firstMentionsOfWords,
    nameAndLines: /^([^#]+)(?:#L(\d+)(?:-(\d+))?)?(?:#[^#]*)?$/,
  },
  'after-whitespace': {
    quotedMention: /(?:^|\s)@"([^"]+)"/g,
    bareMentions: mentionsAfterWhitespace,
    nameAndLines: /^([^#]+)(?:#L(\d+)(?:-(\d+))?)?$/,
  },
} as const;

/** Mentions of one text that are read: a file that can be loaded has room for more only if it consists of nothing else. */
const maxMentions = 50_000;

const space = /\s/g;
const bareMention = /(?:^|[\s\u3002\u3001\uFF1F\uFF01])@/;

/**
 * In each word, the first `@` that can begin a mention. The text after it ends with a letter, a digit or `_`, or before
 * one.
 */
function firstMentionsOfWords(text: string): TextRange[] {
  const places: TextRange[] = [];
  let wordEnd = 0;
  for (let at = text.indexOf('@'); at >= 0 && places.length < maxMentions; at = text.indexOf('@', wordEnd)) {
    let index = at;
    while (index > wordEnd && !/\s/.test(text[index - 1]!)) index--;
    space.lastIndex = at;
    wordEnd = space.exec(text)?.index ?? text.length;
    const word = text.slice(index, wordEnd);
    const start = bareMention.exec(word);
    if (!start) continue;
    const from = start.index + start[0].length;
    const end = lastBoundary(word.slice(from));
    if (end > 0) places.push(textRange(index + from, index + from + end));
  }
  return places;
}

function mentionsAfterWhitespace(text: string): TextRange[] {
  const places: TextRange[] = [];
  for (const { 0: all, 1: name = '', index } of text.matchAll(/(?:^|\s)@(\S+)/g)) {
    const start = index + all.length - name.length;
    const end = lastBoundary(name);
    if (end > 0) places.push(textRange(start, start + end));
    if (places.length === maxMentions) break;
  }
  return places;
}

/** The last word boundary. */
function lastBoundary(name: string): number {
  let end = name.length;
  while (end > 0 && isWordCharacter(name, end - 1) === isWordCharacter(name, end)) end--;
  return end;
}

function isWordCharacter(text: string, index: number): boolean {
  return index < text.length && /\w/.test(text[index]!);
}

function toMention(name: string, pattern: RegExp): FileMention {
  const read = pattern.exec(name);
  if (!read) return { path: name, lines: undefined };
  const [, path = name, first, last = first] = read;
  return { path, lines: first === undefined ? undefined : { first: Number(first), last: Number(last) } };
}
