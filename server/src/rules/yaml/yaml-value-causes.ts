import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import { valueName } from '../edits/quote-value.ts';
import type { FixesOfValue, WrittenValue, YamlCause } from './yaml-cause.ts';
import { diagnoseFlow } from './yaml-flow-causes.ts';
import { diagnoseQuoted } from './yaml-quote-causes.ts';
import { findKeyColon, isBlankOrComment, trimmed } from './yaml-scan.ts';
import { diagnoseDashes } from './yaml-stray-causes.ts';

/** Why a value cannot be read; undefined if nothing on its first line explains it. */
export function diagnoseValue(text: string, value: WrittenValue, fixesOfValue: FixesOfValue): YamlCause | undefined {
  const { start, end } = value;
  switch (text[start]) {
    case '"':
    case "'":
      return diagnoseQuoted(text, value, fixesOfValue);
    case '[':
    case '{':
      return diagnoseFlow(text, value, fixesOfValue);
    case '|':
    case '>':
      return diagnoseHeader(text, value, fixesOfValue);
    case '*':
      return starts(text, value, 'YAML reads a value that starts with `*` as a reference to an anchor', fixesOfValue);
    case '&':
      return starts(text, value, 'YAML reads a value that starts with `&` as an anchor', fixesOfValue);
    case '!':
      return starts(text, value, 'YAML reads a value that starts with `!` as a tag', fixesOfValue);
    case '@':
    case '`':
    case '%':
    case ']':
    case '}':
    case ',': {
      const sign = text[start] === '`' ? 'a backtick' : `\`${text[start]}\``;
      return {
        range: textRange(start, start + 1),
        problem: `An unquoted value cannot start with ${sign}`,
        advice: 'Quote the value',
        fixes: fixesOfValue(),
      };
    }
  }
  if (/^[-?:](?=[ \t]|$)/.test(text.slice(start, end))) {
    const dashes = text[start] === '-' ? diagnoseDashes(text, value) : undefined;
    if (dashes) return dashes;
    return {
      range: textRange(start, start + 1),
      problem: `\`${text[start]}\` followed by a space cannot start a value on the line of its key`,
      advice: text[start] === '-' ? 'Put the list on separate lines, or quote the value' : 'Quote the value',
      fixes: fixesOfValue(),
    };
  }
  return diagnoseColon(text, value, start, end, fixesOfValue);
}

/** An unquoted string with a colon that YAML reads as the end of a key. */
export function diagnoseColon(
  text: string,
  { key }: WrittenValue,
  start: number,
  end: number,
  fixesOfValue: FixesOfValue,
): YamlCause | undefined {
  const colon = findKeyColon(text, start, end);
  if (colon < 0) return undefined;
  const range = textRange(colon, colon + 1);
  const problem =
    colon + 1 < end
      ? 'An unquoted value cannot contain a colon followed by a space'
      : 'An unquoted value cannot end with a colon';
  const fixes = fixesOfValue();
  const advice = fixes[0]?.title ?? `Quote ${valueName(key)}`;
  return { range, problem, advice, fixes };
}

function diagnoseHeader(text: string, value: WrittenValue, fixesOfValue: FixesOfValue): YamlCause | undefined {
  const { start, end, limit } = value;
  const header = /^[|>][-+]?[1-9]?[-+]?/.exec(text.slice(start, end))![0];
  if (isBlankOrComment(text.slice(start + header.length, end))) return undefined;
  const range = trimmed(text, start + header.length, end);
  const indent = /^[ ]+(?=\S)/m.exec(text.slice(end, limit))?.[0] ?? '  ';
  const gap = textRange(start + header.length, range.start);
  const spaced = gap.start < gap.end;
  const move = {
    title: 'Start the text on the next line',
    safe: false,
    edits: [{ range: gap, newText: `${lineEnd(text)}${indent}` }],
  };
  return {
    range,
    problem: `Text cannot follow on the same line after \`${header}\``,
    advice: 'Start the text on the next line and indent it, or quote the value',
    fixes: spaced ? [move, ...fixesOfValue()] : fixesOfValue(),
  };
}

function starts(text: string, { start, end }: WrittenValue, problem: string, fixesOfValue: FixesOfValue): YamlCause {
  const word = /^[^\s,]+/.exec(text.slice(start, end))![0];
  return { range: textRange(start, start + word.length), problem, advice: 'Quote the value', fixes: fixesOfValue() };
}
