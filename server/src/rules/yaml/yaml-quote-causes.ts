import { textRange } from '../../document/text/text-range.ts';
import { wholeCharacters } from '../../document/text/whole-characters.ts';
import type { Fix } from '../rule.ts';
import type { FixesOfValue, WrittenValue, YamlCause } from './yaml-cause.ts';
import { endOfLine, endOfQuoted, findBadEscapes, isBlankOrComment, trimmed } from './yaml-scan.ts';

/** Why a value that starts with a quote cannot be read; undefined if the quotes are valid. */
export function diagnoseQuoted(text: string, value: WrittenValue, fixesOfValue: FixesOfValue): YamlCause | undefined {
  const { start, limit } = value;
  const quote = text[start]!;
  const close = endOfQuoted(text, start, limit);
  if (close < 0) {
    return {
      range: textRange(start, start + 1),
      problem: 'This quote is never closed',
      advice: 'Close it at the end of the value',
      fixes: [
        { title: 'Close the quote', safe: false, edits: [{ range: textRange(value.end, value.end), newText: quote }] },
      ],
    };
  }
  const lineEnd = close <= value.end ? value.end : endOfLine(text, close, limit);
  const rest = text.slice(close, lineEnd);
  if (!isBlankOrComment(rest)) {
    const range = trimmed(text, close, lineEnd);
    const fixes = [...fixesOfValue()];
    if (close < value.end && text[value.end - 1] === quote) fixes.push(escapeFix(text, value));
    // `'don't'`, `"say "yes" now"`: the outer quotes are intended; in `"a" or "b"` they are part of the text.
    if (fixes.length > 1 && !(/^[\s,;.)]/.test(rest) && !/\s/.test(text[close - 2]!))) fixes.reverse();
    return {
      range,
      problem: 'The value ends at its closing quote, so no text can follow',
      advice: fixes.length > 1 ? 'Escape the inner quotes, or quote the whole value' : 'Quote the whole value',
      fixes,
    };
  }
  return quote === '"' ? diagnoseEscapes(text, findBadEscapes(text, start, close)) : undefined;
}

function diagnoseEscapes(text: string, found: readonly number[]): YamlCause | undefined {
  const first = found[0];
  if (first === undefined) return undefined;
  const range = wholeCharacters(text, first, first + 2);
  const escaped = text.slice(range.start, range.end);
  // Only JavaScript and similar languages escape an apostrophe; before anything else the backslash is intended.
  const edits = found.map((at) =>
    text[at + 1] === "'" ? { range: textRange(at, at + 1), newText: '' } : { range: textRange(at, at), newText: '\\' },
  );
  const isApostrophe = escaped === "\\'";
  return {
    range,
    problem: `\`${escaped}\` is not a valid escape in YAML double quotes`,
    advice: isApostrophe ? "Write only `'`" : 'Double the backslash, or use single quotes',
    fixes: [{ title: isApostrophe ? 'Remove the backslash' : 'Double the backslash', safe: false, edits }],
  };
}

/** Keeps the outer quotes and escapes the ones inside. */
function escapeFix(text: string, { start, end }: WrittenValue): Fix {
  const quote = text[start]!;
  const inner = text.slice(start + 1, end - 1);
  const newText = quote === "'" ? inner.replaceAll("'", "''") : inner.replace(/\\?"/g, '\\"');
  return {
    title: 'Escape the inner quotes',
    safe: false,
    edits: [{ range: textRange(start + 1, end - 1), newText }],
  };
}
