import type { Heredoc, ShellGrammar } from './shell-grammar.ts';
import { ShellGivenUp, type ShellReader } from './shell-reader.ts';

/** Characters that may follow the delimiter of a here-document directly. */
const endOfDelimiter = /[ \t\n<>|&;()]|$/y;

/** Skips the word after `<<` that will close the text. Gives up on spellings that shells read differently. */
export function readDelimiter(reader: ShellReader, stripsTabs: boolean): Heredoc {
  reader.skipMatch(/(?:[ \t]|\\\n)+/y);
  const opening = reader.peek();
  const delimiter = readDelimiterText(reader, opening);
  if (opening === '"' && /[`$\\\n]/.test(delimiter)) throw new ShellGivenUp('escapes in a delimiter');
  if (reader.matches(endOfDelimiter) === undefined) throw new ShellGivenUp('a delimiter of several parts');
  if (/[\ud800-\udfff]/.test(delimiter)) throw new ShellGivenUp('a delimiter outside the basic plane');
  return { delimiter, stripsTabs, quoted: /^["'\\]$/.test(opening) };
}

function readDelimiterText(reader: ShellReader, opening: string): string {
  const start = reader.at;
  if (opening === "'" || opening === '"') {
    reader.skip();
    reader.skipMatch(opening === '"' ? /[^"]+/y : /[^']+/y);
    const text = reader.text.slice(start + 1, reader.at);
    reader.skipText(opening);
    return text;
  }
  if (opening === '\\') reader.skipMatch(/\\[^\n]?\w*/y);
  else reader.skipMatch(/[^ \t\n<>|&;()'"`\\]+/y);
  return reader.text.slice(opening === '\\' ? start + 1 : start, reader.at);
}

/**
 * Skips the rest of the line and the texts of the here-documents announced on it. After the first that is closed, the
 * others are left for the end of the next line.
 */
export function readHeredocBodies({ reader, heredocs }: ShellGrammar): void {
  reader.skipToLineEnd();
  reader.skipText('\n');
  for (const heredoc of heredocs) {
    if (heredoc.stripsTabs && heredoc.delimiter.startsWith('\t')) throw new ShellGivenUp('a delimiter with a tab');
    const start = reader.at;
    while (!reader.atEnd) {
      const lineStart = reader.at;
      if (skipDelimiter(reader, heredoc)) {
        heredoc.body = { start, end: lineStart, afterDelimiter: reader.at };
        reader.skipText('\n');
        return;
      }
      reader.skipToLineEnd();
      reader.skipText('\n');
    }
    heredoc.body = { start, end: reader.at, afterDelimiter: reader.at };
  }
}

/** Skips the delimiter if it is alone on the line. */
function skipDelimiter(reader: ShellReader, { delimiter, stripsTabs }: Heredoc): boolean {
  const tabs = stripsTabs ? (reader.matches(/\t*/y)?.length ?? 0) : 0;
  const from = reader.at + tabs;
  if (!reader.text.startsWith(delimiter, from)) return false;
  const end = from + delimiter.length;
  const lineEnd = reader.text.indexOf('\n', end);
  const rest = reader.text.slice(end, lineEnd < 0 ? undefined : lineEnd);
  if (rest === '' || rest.startsWith('\r')) {
    reader.skip(end - reader.at);
    return true;
  }
  if (/[)`}]/.test(rest)) throw new ShellGivenUp('a delimiter that may close something else');
  return false;
}

/** Reads the expansions in the text of a here-document; only those that cannot be read matter. */
export function readHeredocExpansions(grammar: ShellGrammar, body: NonNullable<Heredoc['body']>): void {
  const { reader } = grammar;
  const from = reader.at;
  reader.rewind(body.start);
  while (reader.at < body.end) {
    if (reader.skipMatch(/\\[$`\\]/y) || reader.skipMatch(/[^$`\\]+/y)) continue;
    if (/[$`]/.test(reader.peek()) && !reader.startsWith("$'")) grammar.expansion();
    else reader.skip();
  }
  reader.rewind(from);
}
