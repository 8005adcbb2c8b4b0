import { PLUGIN_DIRECTORY } from '../../dialect/plugin-directory.ts';

/*
 * How the plugin directory reads a README: not as Markdown, but line by line. Its whitespace is not that of JavaScript:
 * a byte order mark is a word.
 */

const space = '\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const spaces = new RegExp(`[${space}]+`);
const leadingSpaces = new RegExp(`^[${space}]+`);
const trailingSpaces = new RegExp(`[${space}]+$`);
const address = /https?:\/\/[^ \t\n\f\r)<>"']+/;
const everyAddress = new RegExp(address, 'g');

/** A link with an address, as it is written: `[text](https://…)`. */
interface WrittenLink {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly url: string;
}

/** A text without the whitespace around it. */
export function trimmed(text: string): string {
  return text.replace(leadingSpaces, '').replace(trailingSpaces, '');
}

/** The words of a README. Code blocks and addresses do not count, the texts of links do. */
export function countWords(readme: string): number {
  let words = 0;
  let isInCode = false;
  for (const line of readme.split('\n')) {
    if (/^(```|~~~)/.test(line.replace(leadingSpaces, ''))) isInCode = !isInCode;
    else if (!isInCode) words += wordsOfLine(line);
  }
  return words;
}

function wordsOfLine(line: string): number {
  let text = '';
  let at = 0;
  for (const link of linksIn(line)) {
    text += line.slice(at, link.start) + link.text;
    at = link.end;
  }
  text = (text + line.slice(at)).replace(everyAddress, '');
  return text.split(spaces).filter((word) => word !== '').length;
}

/** Why the README is not shown in the preview of the listing, as words after "it has"; undefined if it is. */
export function whyNotShown(readme: string, bytes: number): string | undefined {
  const { limits } = PLUGIN_DIRECTORY;
  if (bytes > limits.shownReadmeBytes) return `more than ${limits.shownReadmeBytes / 1024} KiB`;
  const brackets = readme.match(/[[\]]/g)?.length ?? 0;
  if (brackets > limits.shownReadmeBrackets) return 'too many square brackets';
  if ((readme.match(/[*_~`]/g)?.length ?? 0) > limits.shownReadmeMarks) return 'too many marks of emphasis or code';
  if ((readme.match(/\*+|_+|~+|`+/g)?.length ?? 0) > limits.shownReadmeRuns)
    return 'too many marks of emphasis or code';
  for (const line of readme.split('\n')) {
    const indent = /^[ \t]*/.exec(line)![0];
    const columns = indent.length + 3 * (indent.match(/\t/g)?.length ?? 0);
    if (columns > limits.shownReadmeIndent)
      return `a line that is indented by more than ${limits.shownReadmeIndent} columns`;
    if (nesting(line) > limits.shownReadmeNesting)
      return `quotes or lists that are nested more than ${limits.shownReadmeNesting} deep on one line`;
  }
  return undefined;
}

/** How many quotes and list items begin on a line. */
function nesting(line: string): number {
  const written = line.replace(/[ \t]+$/, '');
  const last = written.at(-1);
  if (last !== undefined && '-*_'.includes(last) && [...written].every((it) => it === last || /[ \t]/.test(it)))
    return 0;
  const opening = /[ \t]{0,3}(?:>[ \t]?|[-+*][ \t]|\d{1,9}[.)][ \t])/y;
  let depth = 0;
  while (opening.test(line)) depth++;
  return depth;
}

/** The address in the first line about a topic that has one; empty if there is none. */
export function linkAbout(topic: RegExp, readme: string): string {
  for (const line of readme.split('\n')) {
    if (!topic.test(line)) continue;
    const links = linksIn(line);
    const link = links.find(({ text, url }) => topic.test(text) || topic.test(url)) ?? links[0];
    if (link) return aroundImage(line, link) ?? link.url;
    const [bare] = address.exec(line) ?? [];
    if (bare !== undefined) return bare;
  }
  return '';
}

/** The address of the link around a badge: `[![text](https://…)](https://…)`. */
function aroundImage(line: string, { start, end, text }: WrittenLink): string | undefined {
  if (!text.startsWith('![') && line.slice(Math.max(0, start - 2), start) !== '[!') return undefined;
  return /^\]\((https?:\/\/[^) \t\f\r]+)\)/.exec(line.slice(end))?.[1];
}

/** The links of a line whose text has at most 80 characters. */
function linksIn(line: string): WrittenLink[] {
  const links: WrittenLink[] = [];
  let close = -1;
  for (let open = line.indexOf('['); open !== -1; open = line.indexOf('[', open + 1)) {
    if (close <= open) close = line.indexOf(']', open + 1);
    if (close === -1) break;
    if (close - open > maxTextUnits) continue;
    const target = /^\((https?:\/\/[^) \t\f\r]+)\)/.exec(line.slice(close + 1, close + 1 + maxAddress));
    const text = line.slice(open + 1, close);
    if (!target || [...text].length > 80) continue;
    const end = close + 1 + target[0].length;
    links.push({ start: open, end, text, url: target[1]! });
    open = end - 1;
  }
  return links;
}

/** Code units of 80 characters, and the bracket. */
const maxTextUnits = 161;

/** A longer address is not looked at, so that a line of brackets takes no time. */
const maxAddress = 2048;
