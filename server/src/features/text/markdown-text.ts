import { MAX_SHOWN_BLOCK, MAX_SHOWN_TEXT } from '../../dialect/limits.ts';
import { once } from '../../platform/once.ts';

/*
 * Markdown that an editor renders. Texts of files are only data: no link, image, icon or HTML may
 * result from them. So everything that an editor renders has the type `Markdown`, made of our own text and of texts
 * that went through one of the three functions for texts of files; the compiler rejects everything else.
 */

declare const markdownBrand: unique symbol;

/** Markdown in which no text of a file has an effect. */
export type Markdown = string & { readonly [markdownBrand]: true };

/** Our own text, as a template: the values in it are markdown or numbers. */
export function markdown(words: TemplateStringsArray, ...parts: readonly (Markdown | number)[]): Markdown {
  return words.map((word, index) => word + (parts[index] ?? '')).join('') as Markdown;
}

/** Text from `schemas/` or our own text, never text from a file. */
export function ownMarkdown(text: string): Markdown {
  return text as Markdown;
}

export function joinMarkdown(parts: readonly (Markdown | false | undefined)[], separator: string): Markdown {
  return parts.filter(Boolean).join(separator) as Markdown;
}

/** A text of a file in a sentence: markdown shows it literally, on one line. */
export function plainMarkdown(text: string): Markdown {
  return lineOf(text).replace(/[\\`*_{}[\]()#+\-.!|~$<>&:@=]/g, '\\$&') as Markdown;
}

/**
 * The same for a document that people also read as it is written, such as the description of a pull request: only what
 * would have an effect where it is gets a backslash, also on GitHub. The text begins a line, or a cell.
 */
export function readableMarkdown(text: string): Markdown {
  return lineOf(text)
    .replace(/[\\`*[\]<|~$#@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/&(?=#?\w+;)|:(?=\/\/)|(?<!\w):(?=[\w+-]+:)|(?<=\bwww)\./gi, '\\$&')
    .replace(/^[-+>=!]/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2') as Markdown;
}

/** A text of a file as code within a line. */
export function codeSpan(text: string): Markdown {
  const line = lineOf(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const padding = line === '' || /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}` as Markdown;
}

/** The same in a cell of a table, which a bar would end even in code. */
export function codeCell(text: string): Markdown {
  return codeSpan(text).replaceAll('|', '\\|') as Markdown;
}

/**
 * A text of a file as a block of code, with its line endings.
 *
 * @param max UTF-16 units that are shown
 */
export function codeBlock(text: string, language: 'text' | 'diff' = 'text', max: number = MAX_SHOWN_BLOCK): Markdown {
  const lines = withVisibleControls(shortened(text.replace(/\r\n?/g, '\n'), max));
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}` as Markdown;
}

/**
 * A message of our own that shows texts of files as code between backticks, as findings do.
 *
 * @param literally how the rest is written
 */
export function messageMarkdown(message: string, literally = plainMarkdown): Markdown {
  const parts = shortened(message, MAX_SHOWN_BLOCK).split(/(`[^`]+`)/);
  return parts
    .map((part) => (/^`[^`]+`$/.test(part) ? codeSpan(part.slice(1, -1)) : literally(part)))
    .join('') as Markdown;
}

/** Words that end as a sentence does. Lists of facts and links have no full stop. */
export function sentence(words: Markdown): Markdown {
  return /[.?!]$/.test(words) ? words : (`${words}.` as Markdown);
}

/** A text truncated to a length, between two characters. */
export function shortened(text: string, max: number = MAX_SHOWN_TEXT): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A text on one line, in which nothing is hidden. */
export function lineOf(text: string): string {
  const line = shortened(text).replace(/[ \t]*(?:\r\n?|[\n\u0085\u2028\u2029])/g, ' ⏎ ');
  return shortened(withVisibleControls(line.replace(/[ \t]+/g, ' ')));
}

/**
 * Characters that are invisible, or change how others are displayed: controls, formats, line separators and characters
 * that fonts do not draw. Joiners and the common variation selectors belong to many scripts and to emoji.
 */
const unseen = once(
  () =>
    /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu,
);

/** A text in which invisible characters are replaced by their code points. */
export function withVisibleControls(text: string): string {
  return text.replace(unseen(), (character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `<U+${code}>`;
  });
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** A sentence as a clause of another one. */
export function startSmall(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
