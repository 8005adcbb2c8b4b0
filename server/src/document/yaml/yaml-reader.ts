import { Composer, type Document, type Node, type YAMLParseError, type YAMLWarning } from 'yaml';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../runtime-id.ts';
import type { YamlProblem } from '../skill-document.ts';
import { type TextRange, textRange } from '../text/text-range.ts';
import { wholeCharacters } from '../text/whole-characters.ts';
import { rejectedTabLine } from './bun-tab-lines.ts';
import { readSimpleMapping } from './simple-mapping.ts';
import { tooDeepNesting } from './yaml-nesting.ts';
import { repeatedKeys } from './yaml-repeated-keys.ts';
import { lexYaml, parseLexemes, TokenBudget } from './yaml-tokens.ts';
import type { YamlValue } from './yaml-value.ts';
import { YamlValueBuilder } from './yaml-value-builder.ts';

/** YAML as read by the runtime: a value, or the parser's errors. */
export type YamlReading =
  | { readonly kind: 'value'; readonly value: YamlValue | undefined }
  | { readonly kind: 'failed'; readonly problems: readonly YamlProblem[] };

/** The code of the problem that a text has too many tokens to be read: how the runtime reads it is not known. */
export const tooManyTokens = 'TOO_MANY_TOKENS';

/**
 * Reads YAML with ranges. Never throws, in bounded time. The first releases use the `yaml` library with its defaults;
 * the latest one parses with Bun, which is more lenient: it accepts repeated keys, merge keys and a few other forms.
 *
 * @param text the YAML text
 * @param toSource maps an offset in `text` to an offset in the file
 * @param budget how much may be read, if this is one of several readings of a text
 */
export function readYaml(
  text: string,
  runtime: RuntimeId,
  toSource: (offset: number) => number,
  budget?: TokenBudget,
): YamlReading {
  const likeBun = capabilities(runtime).yamlParser === 'bun';
  const simple = likeBun && !budget ? readSimpleMapping(text, toSource) : undefined;
  if (simple) return { kind: 'value', value: simple };
  try {
    return (likeBun ? readLikeBun : readLikeFirstReleases)(text, toSource, budget ?? new TokenBudget());
  } catch (error) {
    if (error instanceof UnreadYaml) return failed(error.code, error.message, error.start, error.start + 1, toSource);
    return failed('UNREADABLE', String(error), 0, Math.min(text.length, 80), toSource);
  }
}

/** YAML that is not passed to the library. */
class UnreadYaml extends Error {
  readonly code: string;
  readonly start: number;

  constructor(code: string, message: string, start: number) {
    super(message);
    this.code = code;
    this.start = start;
  }
}

function failed(
  code: string,
  message: string,
  start: number,
  end: number,
  toSource: (offset: number) => number,
): YamlReading {
  return { kind: 'failed', problems: [{ code, message, range: textRange(toSource(start), toSource(end)) }] };
}

type YamlDocument = Document.Parsed;

/** The library's result for a text that is neither too long nor too deep for it. */
function* composeDocuments(
  text: string,
  budget: TokenBudget,
  options: ConstructorParameters<typeof Composer>[0],
  forceDocument: boolean,
): Generator<YamlDocument, void> {
  const pieces = lexYaml(text, budget);
  if (pieces.kind === 'cut') {
    throw new UnreadYaml(tooManyTokens, 'The YAML has too many tokens to be read', pieces.offset);
  }
  const deep = tooDeepNesting(text);
  if (deep !== undefined) throw new UnreadYaml('TOO_DEEP', 'The YAML nests too deeply to be read', deep);
  // For each key of a mapping, the library searches all other keys of it.
  const composer = new Composer({
    ...options,
    version: '1.2',
    prettyErrors: false,
    logLevel: 'error',
    uniqueKeys: false,
  });
  yield* composer.compose(parseLexemes(pieces.lexemes), forceDocument, text.length);
}

function readLikeFirstReleases(text: string, toSource: (offset: number) => number, budget: TokenBudget): YamlReading {
  const [document, second] = firstTwo(composeDocuments(text, budget, {}, true));
  const errors: YamlComplaint[] = [...document!.errors, ...repeatedKeys(document!)].sort((a, b) => a.pos[0] - b.pos[0]);
  if (second)
    errors.push({ code: 'MULTIPLE_DOCS', message: severalDocuments, pos: [second.range[0], second.range[1]] });
  if (errors.length > 0) return { kind: 'failed', problems: problemsOf(errors, text, toSource) };
  return build(document!, text, false, toSource);
}

const severalDocuments = 'Source contains multiple documents';

/** To read the first document, the library reads no further than the second. */
function firstTwo<T>(all: Iterable<T>): T[] {
  const found: T[] = [];
  for (const one of all) if (found.push(one) === 2) break;
  return found;
}

function readLikeBun(source: string, toSource: (offset: number) => number, budget: TokenBudget): YamlReading {
  const zero = source.indexOf('\0');
  if (zero >= 0) return failed('NULL_CHARACTER', 'A null character is not allowed', zero, zero + 1, toSource);
  // For Bun, a lone carriage return ends a line; the replacement keeps every offset.
  let text = source.replace(/\r(?!\n)/g, '\n');
  let documents = parseLikeBun(text, budget);
  let errors = errorsOfBun(documents, text);
  const written = text;
  for (let round = 0; round < maxRounds && errors.length > 0; round++) {
    const blanks = [...tabLines(text, errors), ...lineBreaksInFlow(text, errors)];
    if (blanks.length === 0 || blanks.length > maxBlanks) break;
    text = withSpaces(text, blanks);
    documents = parseLikeBun(text, new TokenBudget());
    errors = errorsOfBun(documents, text);
  }
  if (errors.length > 0) return { kind: 'failed', problems: problemsOf(errors, text, toSource) };
  // Bun reads several documents as a list, which has no fields.
  const only = documents.length === 1 ? documents[0] : undefined;
  if (!only) return { kind: 'value', value: undefined };
  const tab = rejectedTabLine(only.contents, written);
  if (tab !== undefined) return failed('TAB_AS_INDENT', 'Tabs are not allowed as indentation', tab, tab + 1, toSource);
  return build(only, text, true, toSource);
}

/** How often a text is read again with spaces for what only the library rejects. */
const maxRounds = 4;

/** More of them are not there by accident. */
const maxBlanks = 8;

function parseLikeBun(text: string, budget: TokenBudget): YamlDocument[] {
  const options = { schema: 'failsafe', resolveKnownTags: false, keepSourceTokens: true } as const;
  return [...composeDocuments(text, budget, options, false)];
}

function errorsOfBun(documents: readonly YamlDocument[], text: string): (YAMLParseError | YAMLWarning)[] {
  return documents.flatMap((document) => [
    ...document.errors.filter((error) => !isAcceptedByBun(error, text)),
    ...document.warnings.filter(({ message }) => /unresolved tag handle/i.test(message)),
  ]);
}

/**
 * Lines of tabs that Bun reads as empty: between a block scalar and the next key, also with a comment, and after the
 * first key of a mapping if that has no value.
 */
function tabLines(text: string, errors: readonly (YAMLParseError | YAMLWarning)[]): TextRange[] {
  return errors.flatMap(({ code, message, pos }) => {
    const isAfterBlock = code === 'BAD_INDENT' && message.startsWith('Block scalar lines');
    if (!isAfterBlock && code !== 'TAB_AS_INDENT') return [];
    const start = text.lastIndexOf('\n', pos[0] - 1) + 1;
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(start, end);
    if (!isAfterBlock) return /^\t[ \t]*\r?$/.test(line) ? [textRange(start, end)] : [];
    const next = text[end + 1];
    const isEmpty = /^ *\t[ \t]*(#.*)?\r?$/.test(line) && next !== ' ' && next !== '\t';
    return isEmpty ? [textRange(start, end)] : [];
  });
}

/** Line breaks before a bracket or a comma that is indented too little for the library; Bun accepts those. */
function lineBreaksInFlow(text: string, errors: readonly (YAMLParseError | YAMLWarning)[]): TextRange[] {
  return errors.flatMap(({ code, message, pos }) => {
    if (code !== 'BAD_INDENT' || !message.startsWith('Flow ')) return [];
    let [start] = pos;
    let end = start;
    while (isSpace(text.charCodeAt(start - 1))) start--;
    while (isSpace(text.charCodeAt(end))) end++;
    return start < end && /[\]},]/.test(text.charAt(end)) ? [textRange(start, end)] : [];
  });
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}

/** The text with spaces for tabs and line breaks in some ranges. */
function withSpaces(text: string, ranges: readonly TextRange[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start < copied) continue;
    pieces.push(text.slice(copied, start), text.slice(start, end).replace(/[\t\r\n]/g, ' '));
    copied = end;
  }
  return pieces.join('') + text.slice(copied);
}

function isAcceptedByBun({ code, pos }: YAMLParseError, text: string): boolean {
  return code === 'KEY_OVER_1024_CHARS' || (code === 'BAD_SCALAR_START' && text[pos[0]] === ',');
}

/** The error in the library's words. */
interface YamlComplaint {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

function problemsOf(
  errors: readonly YamlComplaint[],
  text: string,
  toSource: (offset: number) => number,
): YamlProblem[] {
  return errors.map(({ code, message, pos }) => {
    // The library marks one unit, which may be half of a character.
    const { start, end } = wholeCharacters(text, ...pos);
    return { code, message, range: textRange(toSource(start), toSource(end)) };
  });
}

function build(
  document: YamlDocument,
  text: string,
  likeBun: boolean,
  toSource: (offset: number) => number,
): YamlReading {
  const builder = new YamlValueBuilder(text, likeBun, toSource);
  const value = document.contents ? builder.build(document.contents as Node, 0) : undefined;
  return builder.problems.length > 0 ? { kind: 'failed', problems: builder.problems } : { kind: 'value', value };
}
