import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import { quoteFix, valueName } from '../edits/quote-value.ts';
import type { Fix, TextEdit } from '../rule.ts';
import { findGluedKey } from './glued-key.ts';
import type { WrittenValue, YamlCause, YamlContext } from './yaml-cause.ts';
import type { YamlEntry } from './yaml-entries.ts';

/** Quotes a value of one line; a longer text becomes a block. */
export function fixesForValue(text: string, entry: YamlEntry, { key, start, end }: WrittenValue): Fix[] {
  const below = entry.lines.slice(1).filter(({ text: line }) => line.trim() !== '');
  if (text.slice(start, end).includes('\r')) return [];
  if (below.length === 0) {
    const first = entry.lines[0]!;
    return [quoteFix(key, text, textRange(start, first.start + first.text.length), false)];
  }
  const indents = below.map(({ text: line }) => /^[ ]*/.exec(line)![0]).sort((a, b) => a.length - b.length);
  if (indents[0] === '' || below.some(({ text: line }) => /^[ ]*\t/.test(line)) || start >= end) return [];
  const keepsLines = below.some(({ text: line }) => /^\s*[-*] /.test(line));
  const afterColon = entry.start + entry.lines[0]!.text.indexOf(':') + 1;
  const newText = ` ${keepsLines ? '|' : '>'}-${lineEnd(text)}${indents[0]}`;
  return [
    {
      title: `Write ${valueName(key)} as a block scalar`,
      safe: false,
      edits: [{ range: textRange(afterColon, start), newText }],
    },
  ];
}

/** The value on the line of a key. */
export function writtenValue(entry: YamlEntry, key: string): WrittenValue {
  const { start, text: line } = entry.lines[0]!;
  const lead = /^(?:"[^"]*"|'[^']*'|[^:]*)[ \t]*:[ \t]*/.exec(line)![0].length;
  return { key, start: start + lead, end: start + Math.max(lead, line.trimEnd().length), limit: entry.end };
}

/** The cause for text that continues in the first column. */
export function unindented(text: string, entry: YamlEntry, value: WrittenValue): YamlCause {
  const first = entry.lines.slice(1).find(({ text: line }) => /^[^\s#]/.test(line))!;
  const last = entry.lines.findLastIndex(({ text: line }) => line.trim() !== '');
  const edits: TextEdit[] = entry.lines
    .slice(1, last + 1)
    .filter(({ text: line }) => line.trim() !== '')
    .map(({ start }) => ({ range: textRange(start, start), newText: '  ' }));
  const eol = lineEnd(text);
  const opening = text.slice(value.start, value.end);
  const goesOn = /^["'[{]|^[|>][-+]?$/.test(opening);
  if (!goesOn) {
    const afterColon = entry.start + entry.lines[0]!.text.indexOf(':') + 1;
    const written = value.start < value.end ? `${eol}  ` : '';
    edits.unshift({ range: textRange(afterColon, value.start), newText: ` |${written}` });
  }
  return {
    range: textRange(first.start, first.start + first.text.trimEnd().length),
    problem: `This line belongs to \`${value.key}\` but is not indented, so YAML ends the value before it`,
    advice: goesOn
      ? `Indent every line of ${valueName(value.key)}`
      : `Write \`${value.key}: |\` and indent every line that belongs to it`,
    fixes: [{ title: `Indent ${valueName(value.key)}`, safe: false, edits }],
  };
}

/** Adds the glued key of a value, if any, to what is reported about it. */
export function withGluedKey(
  text: string,
  { start, end }: WrittenValue,
  cause: YamlCause,
  context: YamlContext,
): YamlCause {
  const glued = findGluedKey(text.slice(start, end), context.hasKey);
  if (!glued) return cause;
  const at = start + glued.index;
  const fix: Fix = {
    title: `Put \`${glued.key}\` on its own line`,
    safe: false,
    edits: [{ range: textRange(at, at), newText: lineEnd(text) }],
  };
  return {
    ...cause,
    advice: `Put \`${glued.key}\` on its own line, or quote the value`,
    fixes: [fix, ...cause.fixes],
    glued: cause.range.start === at + glued.key.length ? 'only' : 'also',
  };
}
