import {
  type Document,
  type Node,
  type ParsedNode,
  parseAllDocuments,
  parseDocument,
  type YAMLParseError,
  type YAMLWarning,
} from 'yaml';
import type { RuntimeId } from './runtime-id.ts';
import type { YamlProblem } from './skill-document.ts';
import { textRange } from './text-range.ts';
import { tooDeepNesting } from './yaml-nesting.ts';
import type { YamlValue } from './yaml-value.ts';
import { YamlValueBuilder } from './yaml-value-builder.ts';

/** YAML as read by the runtime: a value, or the parser's complaints. */
export type YamlReading =
  | { readonly kind: 'value'; readonly value: YamlValue | undefined }
  | { readonly kind: 'failed'; readonly problems: readonly YamlProblem[] };

/**
 * Reads YAML with ranges. Never throws. The first releases use the `yaml` library with its defaults; the latest one
 * parses with Bun, which is more lenient: repeated keys, merge keys and a few spellings pass.
 *
 * @param text the YAML text
 * @param toSource maps an offset in `text` to an offset in the file
 */
export function readYaml(text: string, runtime: RuntimeId, toSource: (offset: number) => number): YamlReading {
  const deep = tooDeepNesting(text);
  if (deep !== undefined) {
    const range = textRange(toSource(deep), toSource(deep + 1));
    return { kind: 'failed', problems: [{ code: 'TOO_DEEP', message: 'The YAML nests too deeply to be read', range }] };
  }
  try {
    return runtime === 'claude-code' ? readLikeBun(text, toSource) : readLikeFirstReleases(text, toSource);
  } catch (error) {
    const range = textRange(toSource(0), toSource(Math.min(text.length, 80)));
    return { kind: 'failed', problems: [{ code: 'UNREADABLE', message: String(error), range }] };
  }
}

const quiet = { version: '1.2', prettyErrors: false, logLevel: 'error' } as const;

function readLikeFirstReleases(text: string, toSource: (offset: number) => number): YamlReading {
  const document = parseDocument(text, quiet);
  if (document.errors.length > 0) return { kind: 'failed', problems: problemsOf(document.errors, toSource) };
  return build(document, text, false, toSource);
}

function readLikeBun(source: string, toSource: (offset: number) => number): YamlReading {
  const zero = source.indexOf('\0');
  if (zero >= 0) {
    const range = textRange(toSource(zero), toSource(zero + 1));
    return {
      kind: 'failed',
      problems: [{ code: 'NULL_CHARACTER', message: 'A null character is not allowed', range }],
    };
  }
  // To Bun a lone carriage return ends a line; the replacement keeps every offset.
  let text = source.replace(/\r(?!\n)/g, '\n');
  let documents = parseLikeBun(text);
  let errors = errorsOfBun(documents, text);
  for (let mends = 0; mends < mostTabLines; mends++) {
    const mended = withoutTabLineAfterBlock(text, errors);
    if (mended === undefined) break;
    text = mended;
    documents = parseLikeBun(text);
    errors = errorsOfBun(documents, text);
  }
  if (errors.length > 0) return { kind: 'failed', problems: problemsOf(errors, toSource) };
  // Bun reads several documents as a list, which has no fields.
  const only = documents.length === 1 ? documents[0] : undefined;
  return only ? build(only as Document.Parsed<ParsedNode>, text, true, toSource) : { kind: 'value', value: undefined };
}

/** More lines of tabs than this, directly after block scalars, are not believed to be there by accident. */
const mostTabLines = 8;

function parseLikeBun(text: string) {
  return parseAllDocuments(text, {
    ...quiet,
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    keepSourceTokens: true,
  });
}

function errorsOfBun(documents: ReturnType<typeof parseLikeBun>, text: string): (YAMLParseError | YAMLWarning)[] {
  return documents.flatMap((document) => [
    ...document.errors.filter((error) => !isAcceptedByBun(error, text)),
    ...document.warnings.filter(({ message }) => /unresolved tag handle/i.test(message)),
  ]);
}

/** Bun takes a line of tabs, or a comment behind tabs, between a block scalar's text and the next key for empty. */
function withoutTabLineAfterBlock(text: string, errors: readonly (YAMLParseError | YAMLWarning)[]): string | undefined {
  const error = errors.find(({ code, message }) => code === 'BAD_INDENT' && message.startsWith('Block scalar lines'));
  if (!error) return undefined;
  const start = text.lastIndexOf('\n', error.pos[0] - 1) + 1;
  const line = /^[^\n]*/.exec(text.slice(start))![0];
  const next = text[start + line.length + 1];
  if (!/^ *\t[ \t]*(#.*)?\r?$/.test(line) || next === ' ' || next === '\t') return undefined;
  return text.slice(0, start) + line.replaceAll('\t', ' ') + text.slice(start + line.length);
}

function isAcceptedByBun({ code, pos }: YAMLParseError, text: string): boolean {
  return code === 'KEY_OVER_1024_CHARS' || (code === 'BAD_SCALAR_START' && text[pos[0]] === ',');
}

function problemsOf(
  errors: readonly { code: string; message: string; pos: [number, number] }[],
  toSource: (offset: number) => number,
): YamlProblem[] {
  return errors.map(({ code, message, pos }) => ({
    code,
    message,
    range: textRange(toSource(pos[0]), toSource(pos[1])),
  }));
}

function build(
  document: Document.Parsed<ParsedNode>,
  text: string,
  likeBun: boolean,
  toSource: (offset: number) => number,
): YamlReading {
  const builder = new YamlValueBuilder(text, likeBun, toSource);
  const value = document.contents ? builder.build(document.contents as Node, 0) : undefined;
  return builder.problems.length > 0 ? { kind: 'failed', problems: builder.problems } : { kind: 'value', value };
}
