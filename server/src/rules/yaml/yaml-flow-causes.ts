import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { quoteYaml, valueName } from '../edits/quote-value.ts';
import type { TextEdit } from '../rule.ts';
import type { FixesOfValue, WrittenValue, YamlCause } from './yaml-cause.ts';
import { endOfFlow, endOfLine, endOfQuoted, isBlankOrComment, trimmed } from './yaml-scan.ts';
import { isListField } from './yaml-stray-causes.ts';

/** Why a value in brackets or braces cannot be read. */
export function diagnoseFlow(text: string, value: WrittenValue, fixesOfValue: FixesOfValue): YamlCause | undefined {
  const { start, end, limit } = value;
  const open = text[start]!;
  const kind = open === '[' ? 'list' : 'map';
  const close = endOfFlow(text, start, limit);
  if (close < 0) return diagnoseOpen(text, value, fixesOfValue);
  const lineEnd = close <= end ? end : endOfLine(text, close, limit);
  if (isBlankOrComment(text.slice(close, lineEnd))) return diagnoseInside(text, value, close, fixesOfValue);
  return {
    range: trimmed(text, close, lineEnd),
    problem: `The \`${open}\` starts a ${kind} that ends at the \`${text[close - 1]}\` before this, so no text can follow`,
    advice: 'Quote the value',
    fixes: fixesOfValue(),
  };
}

function diagnoseOpen(text: string, { key, start, limit }: WrittenValue, fixesOfValue: FixesOfValue): YamlCause {
  const open = text[start]!;
  const kind = open === '[' ? 'list' : 'map';
  const cause = {
    range: textRange(start, start + 1),
    problem: `\`${open}\` starts a ${kind} that never ends`,
  };
  if (open !== '[' || !isListField(key)) {
    return { ...cause, advice: `Quote the value, or close the ${kind}`, fixes: fixesOfValue() };
  }
  const end = trimmed(text, start, limit).end;
  const quotes = quoteEntries(text, splitList(text, start + 1, end));
  // Comments and text in the first column make it unclear where the list was meant to end.
  const isClear = quotes && !/\s#|[\r\n][^\s]/.test(text.slice(start, end));
  const edits = isClear ? [...quotes, { range: textRange(end, end), newText: ']' }] : [];
  return {
    ...cause,
    advice: 'Close the list',
    fixes: edits.length > 0 ? [{ title: 'Close the list', safe: false, edits }] : [],
    isList: true,
  };
}

/** A fault between a bracket and the one that closes it. */
function diagnoseInside(
  text: string,
  { key, start }: WrittenValue,
  close: number,
  fixesOfValue: FixesOfValue,
): YamlCause | undefined {
  const entries = text[start] === '[' ? splitList(text, start + 1, close - 1) : [];
  const starred = entries.find((it) => isStarred(text, it));
  if (starred) {
    const edits = isListField(key) ? quoteEntries(text, entries) : undefined;
    return {
      range: starred,
      problem: 'YAML reads a value that starts with `*` as a reference to an anchor',
      ...(edits
        ? {
            advice: 'Quote the entry',
            fixes: [{ title: `Quote the entries of \`${key}\``, safe: false, edits }],
            isList: true,
          }
        : { advice: 'Quote the value', fixes: fixesOfValue() }),
    };
  }
  for (const { start: from, end } of entries) {
    const quote = text[from]!;
    const closed = /["']/.test(quote) ? endOfQuoted(text, from, end) : -1;
    if (closed < 0 || closed >= end) continue;
    return {
      range: trimmed(text, closed, end),
      problem: `After the closing \`${quote}\` of an entry only a comma or the end of the list can follow`,
      advice: 'Quote the value',
      fixes: fixesOfValue(),
    };
  }
  // Lines in the first column explain it better.
  if (/[\r\n]\S/.test(text.slice(start, close))) return undefined;
  return {
    range: textRange(start, close),
    problem: `YAML cannot read the text between the \`${text[start]}\` and the \`${text[close - 1]}\``,
    advice: `Quote ${valueName(key)}, or the entries that contain special characters`,
    fixes: fixesOfValue(),
  };
}

/** The entries of a list without its brackets, split at the commas outside quotes and brackets of any kind. */
function splitList(text: string, start: number, end: number): TextRange[] {
  const entries: TextRange[] = [];
  let depth = 0;
  let from = start;
  const add = (to: number) => {
    const entry = trimmed(text, from, to);
    if (entry.start < entry.end) entries.push(entry);
    from = to + 1;
  };
  for (let at = start; at < end; at++) {
    const sign = text[at]!;
    const isFirst = /["']/.test(sign) && text.slice(from, at).trim() === '';
    const closed = isFirst ? endOfQuoted(text, at, end) : -1;
    if (closed > 0) at = closed - 1;
    else if (/[[{(]/.test(sign)) depth++;
    else if (/[\]})]/.test(sign)) depth = Math.max(0, depth - 1);
    else if (sign === ',' && depth === 0) add(at);
  }
  add(end);
  return entries;
}

/** Quotes the entries that YAML would not read as strings; undefined if one has a misplaced quote. */
function quoteEntries(text: string, entries: readonly TextRange[]): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const range of entries) {
    const entry = text.slice(range.start, range.end);
    if (/^["']/.test(entry)) {
      if (endOfQuoted(text, range.start, range.end) !== range.end) return undefined;
    } else if (/^[*&!|>%@`#?-]|[[\]{},]|:(?:\s|$)|\s#/.test(entry)) {
      if (/[\r\n]/.test(entry)) return undefined;
      edits.push({ range, newText: quoteYaml(entry) });
    }
  }
  return edits;
}

/** Whether an entry starts with `*` and refers to no anchor. */
export function isStarred(text: string, { start, end }: TextRange): boolean {
  return text[start] === '*' && (end === start + 1 || !text.includes(`&${text.slice(start + 1, end)}`));
}
