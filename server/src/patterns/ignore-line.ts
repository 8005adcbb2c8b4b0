import { readIgnoreTokens, type Token } from './ignore-tokens.ts';
import { ANY_FOLDERS, ANY_UNIT, atLeastOnce, type Pattern, SLASH, sequence, unit, WITHIN_NAME } from './pattern.ts';

/** One line of a `.gitignore`, unless it is blank or a comment. */
export interface IgnoreLine {
  /** It negates what lines before it ignore. */
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** Its paths begin at the folder of the file rather than in any folder. */
  readonly anchored: boolean;
  /** The folded path from there on, or the name in any folder, if it contains no wildcards. */
  readonly plain: string | undefined;
  /** The pattern of the folded paths, or of their ends if they begin in any folder. */
  readonly pattern: Pattern;
}

/**
 * Reads a line, ignoring case, as the library that Claude Code uses for such lines.
 *
 * @returns undefined for blank lines, comments and lines that match nothing
 */
export function readIgnoreLine(line: string): IgnoreLine | undefined {
  if (line.startsWith('#')) return undefined;
  const negated = line.startsWith('!');
  const written = withoutTrailingSpaces(negated ? line.slice(1) : line);
  const body = /^\/\*{2,}$/.test(written) ? '**' : written;
  const tokens = readIgnoreTokens(body);
  if (!tokens || tokens.length === 0) return undefined;
  const read = readSegments(tokens);
  if (!read) return undefined;
  const { segments, foldersOnly, beginsAnywhere, beginsAtRoot } = read;
  const anchored = !beginsAnywhere && (beginsAtRoot || body.slice(0, -1).includes('/'));
  const isPlainPath = (anchored || segments.length === 1) && segments.every(isPlain);
  return {
    negated,
    foldersOnly,
    anchored,
    plain: isPlainPath ? segments.map(plainText).join('/') : undefined,
    pattern: toPattern(segments),
  };
}

/** The text between two slashes. */
type Segment = readonly Exclude<Token, 'slash'>[];

function readSegments(tokens: readonly Token[]) {
  const segments: Segment[] = splitAtSlashes(tokens);
  const beginsAtRoot = segments[0]!.length === 0;
  let first = beginsAtRoot ? 1 : 0;
  const start = first;
  while (first < segments.length - 1 && isAnyFolder(segments[first]!)) first++;
  const beginsAnywhere = first > start;
  const foldersOnly = segments.length > 1 && segments.at(-1)!.length === 0;
  const own = segments.slice(first, foldersOnly ? -1 : undefined);
  if (own.length > 0) return { segments: own, foldersOnly, beginsAnywhere, beginsAtRoot };
  // `**/` alone is every folder, `/` alone is nothing.
  return beginsAnywhere ? { segments: [['star'] as const], foldersOnly, beginsAnywhere, beginsAtRoot } : undefined;
}

function splitAtSlashes(tokens: readonly Token[]): Segment[] {
  const segments: Exclude<Token, 'slash'>[][] = [[]];
  for (const token of tokens) {
    if (token === 'slash') segments.push([]);
    else segments.at(-1)!.push(token);
  }
  return segments;
}

function toPattern(segments: readonly Segment[]): Pattern {
  const parts: Pattern[] = [];
  let isAfterSlash = true;
  for (const [index, segment] of segments.entries()) {
    if (!isAfterSlash) parts.push(SLASH);
    isAfterSlash = index > 0 && index < segments.length - 1 && isAnyFolder(segment);
    if (index === 0 || !isAnyFolder(segment)) {
      parts.push(...segment.map((token) => (token === 'star' ? WITHIN_NAME : unit(token.units))));
    } else if (index === segments.length - 1) {
      parts.push(atLeastOnce(ANY_UNIT));
    } else if (parts.at(-1) !== ANY_FOLDERS) {
      parts.push(ANY_FOLDERS);
    }
  }
  return sequence(...parts);
}

/** Two or more `*` that fill a segment match any number of folders. */
function isAnyFolder(segment: Segment): boolean {
  return segment.length > 1 && segment.every((token) => token === 'star');
}

function isPlain(segment: Segment): boolean {
  return segment.every((token) => token !== 'star' && token.plain !== undefined);
}

function plainText(segment: Segment): string {
  return segment.map((token) => (token === 'star' ? '' : token.plain)).join('');
}

/** Trailing spaces are ignored, unless one is escaped. */
function withoutTrailingSpaces(body: string): string {
  let end = body.length;
  while (body[end - 1] === ' ') end--;
  if (end === body.length) return body;
  return endsInEscape(body.slice(0, end)) ? `${body.slice(0, end - 1)} ` : body.slice(0, end);
}

function endsInEscape(text: string): boolean {
  let start = text.length;
  while (text[start - 1] === '\\') start--;
  return (text.length - start) % 2 === 1;
}
