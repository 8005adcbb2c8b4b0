import type { RuntimeId } from '../document/runtime-id.ts';

/**
 * A file that a text mentions with `@`. The text stays as it is; the client reads the file, if it is there, and adds what
 * is in it to the conversation, as if the model had read it. A folder is listed. Seen with a typed command and with a
 * call of the Skill tool, in the body and in arguments, in code and comments too; in forks only with a command typed in
 * 2.1.329.
 */
export interface FileMention {
  /** As it is written, without `@`, quotes and lines; relative to the session's folder. */
  readonly path: string;
  /** The first and the last line that are wanted, counted from 1; undefined for the whole file. */
  readonly lines: { readonly first: number; readonly last: number } | undefined;
}

/** The files that a rendered text mentions, each once: those in quotes first. Linear in the size of the text. */
export function mentionedFiles(text: string, runtime: RuntimeId): readonly FileMention[] {
  const before = runtime === 'claude-code' ? IN_FRONT_OF_MENTION : '\\s';
  const quoted = [...text.matchAll(new RegExp(`(?:^|[${before}])@"([^"]+)"`, 'g'))].map(([, name]) => name!);
  const bare = runtime === 'claude-code' ? bareMentions(text) : bareMentionsOfFirstReleases(text);
  const names = [
    ...quoted.filter((name) => !name.endsWith(' (agent)')),
    ...bare.filter((name) => !name.startsWith('"')),
  ];
  return [...new Set(names)].map((name) => toMention(name, runtime));
}

/** What may stand before `@`: white space, and the ends of sentences where no space follows them. */
const IN_FRONT_OF_MENTION = '\\s\u3002\u3001\uFF1F\uFF01';

/** In each word the first `@` that can begin a mention; what follows ends with a letter, a digit or `_`, or before one. */
function bareMentions(text: string): string[] {
  return (text.match(/\S+/g) ?? []).flatMap((word) => {
    const start = new RegExp(`(?:^|[${IN_FRONT_OF_MENTION}])@`).exec(word);
    if (!start) return [];
    const name = word.slice(start.index + start[0].length);
    const end = lastBoundary(name);
    return end > 0 ? [name.slice(0, end)] : [];
  });
}

function bareMentionsOfFirstReleases(text: string): string[] {
  return [...text.matchAll(/(?:^|\s)@(\S+)/g)].flatMap(([, name = '']) => {
    const end = lastBoundary(name);
    return end > 0 ? [name.slice(0, end)] : [];
  });
}

/** Where a word begins or ends for the last time. */
function lastBoundary(name: string): number {
  let end = name.length;
  while (end > 0 && isWordCharacter(name, end - 1) === isWordCharacter(name, end)) end--;
  return end;
}

function isWordCharacter(text: string, index: number): boolean {
  return /\w/.test(text[index] ?? '');
}

/** `notes.md#L3-7`; the latest client also forgives `notes.md#heading`. */
function toMention(name: string, runtime: RuntimeId): FileMention {
  const heading = runtime === 'claude-code' ? '(?:#[^#]*)?' : '';
  const read = new RegExp(`^([^#]+)(?:#L(\\d+)(?:-(\\d+))?)?${heading}$`).exec(name);
  if (!read) return { path: name, lines: undefined };
  const [, path = name, first, last = first] = read;
  return { path, lines: first === undefined ? undefined : { first: Number(first), last: Number(last) } };
}
