import type { ShellReader } from './shell-reader.ts';

/**
 * Skips `'…'`, `"…"` or `$'…'`, given its opening. Only `'…'` has no escapes. If it is not closed, skips to the end of
 * the text.
 */
export function skipQuoted(reader: ShellReader, opening: "'" | '"' | "$'"): void {
  const patterns = { "'": /'[^']*'?/y, '"': /"(?:\\[\s\S]|[^"])*"?/y, "$'": /\$'(?:\\[\s\S]|[^'])*'?/y };
  reader.skipMatch(patterns[opening]);
}

export function skipBackticks(reader: ShellReader): void {
  reader.skipMatch(/`(?:\\[\s\S]|[^`])*`?/y);
}

/** Skips one character, or a unit in which only quotes and brackets count. */
function skipOne(reader: ShellReader): void {
  const character = reader.peek();
  if (reader.skipEscaped() || reader.skipText('$$')) return;
  if (reader.startsWith("$'")) skipQuoted(reader, "$'");
  else if (character === '"' || character === "'") skipQuoted(reader, character);
  else if (character === '`') skipBackticks(reader);
  else reader.skip();
}

/** To the `)` that closes what was opened before, or to the end. */
export function skipToClosingParenthesis(reader: ShellReader): void {
  for (let depth = 1; !reader.atEnd; skipOne(reader)) {
    if (reader.peek() === '(') depth++;
    else if (reader.peek() === ')' && --depth === 0) return;
  }
}

/** Skips `$(…)` by its parentheses alone. */
export function skipParenthesized(reader: ShellReader): void {
  reader.skip(2);
  skipToClosingParenthesis(reader);
  reader.skipText(')');
}

/** Skips `${…}` by its braces alone. */
export function skipBraced(reader: ShellReader): void {
  reader.skip(2);
  skipToClosingBrace(reader, () => reader.skip());
  reader.skipText('}');
}

/** To the `}` that closes a `${` whose content could not be read, or to the end. */
export function skipParameterRest(reader: ShellReader): void {
  skipToClosingBrace(reader, () => skipParenthesized(reader));
}

function skipToClosingBrace(reader: ShellReader, skipCommand: () => void): void {
  for (let depth = 1; !reader.atEnd; ) {
    if (reader.peek() === '}' && --depth === 0) return;
    if (reader.startsWith('${')) {
      depth++;
      reader.skip(2);
    } else if (reader.startsWith('$(')) skipCommand();
    else skipOne(reader);
  }
}
