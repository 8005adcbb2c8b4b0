import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';

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

/** The files that a rendered text mentions, without duplicates, quoted ones first. Linear in the size of the text. */
export function mentionedFiles(text: string, runtime: RuntimeId): readonly FileMention[] {
  const { quotedMention, bareMentions, nameAndLines } = mentionForms[capabilities(runtime).fileMentions];
  const quoted = [...text.matchAll(quotedMention)].map(([, name]) => name!);
  const bare = bareMentions(text);
  const names = [
    ...quoted.filter((name) => !name.endsWith(' (agent)')),
    ...bare.filter((name) => !name.startsWith('"')),
  ];
  return [...new Set(names)].map((name) => toMention(name, nameAndLines));
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

const bareMention = /(?:^|[\s\u3002\u3001\uFF1F\uFF01])@/;

/**
 * In each word, the first `@` that can begin a mention. The text after it ends with a letter, a digit or `_`, or before
 * one.
 */
function firstMentionsOfWords(text: string): string[] {
  const names: string[] = [];
  for (const word of text.includes('@') ? (text.match(/\S+/g) ?? []) : []) {
    const start = word.includes('@') && bareMention.exec(word);
    if (!start) continue;
    const name = word.slice(start.index + start[0].length);
    const end = lastBoundary(name);
    if (end > 0) names.push(name.slice(0, end));
  }
  return names;
}

function mentionsAfterWhitespace(text: string): string[] {
  return [...text.matchAll(/(?:^|\s)@(\S+)/g)].flatMap(([, name = '']) => {
    const end = lastBoundary(name);
    return end > 0 ? [name.slice(0, end)] : [];
  });
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
