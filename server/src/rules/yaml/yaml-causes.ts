import { textRange } from '../../document/text/text-range.ts';
import { quoteFix, quoteYaml, valueName } from '../edits/quote-value.ts';
import type { WrittenValue, YamlCause, YamlContext } from './yaml-cause.ts';
import { hasContent, isFieldName, isStray, type YamlEntry, type YamlLine } from './yaml-entries.ts';
import { fixesForValue, unindented, withGluedKey, writtenValue } from './yaml-fixes.ts';
import { isStarred } from './yaml-flow-causes.ts';
import { diagnoseBrokenKey, diagnoseKeyless, diagnoseNull, diagnoseTabs } from './yaml-line-causes.ts';
import { trimmed } from './yaml-scan.ts';
import { diagnoseStray } from './yaml-stray-causes.ts';
import { diagnoseColon, diagnoseValue } from './yaml-value-causes.ts';

/** Why a top-level entry cannot be read; undefined if there is no better explanation than the parser's. */
export function diagnoseEntry(entry: YamlEntry, context: YamlContext): YamlCause | undefined {
  const yaml = context.text.slice(entry.start, entry.end);
  const early = diagnoseNull(yaml, entry) ?? diagnoseTabs(yaml, entry, context);
  if (early) return early;
  if (entry.key !== undefined) return diagnoseField(entry, writtenValue(entry, entry.key), context);
  const indented = /^\s/.test(entry.lines.find(hasContent)?.text ?? '');
  const nested = indented ? diagnoseNested(entry, entry.lines, context) : undefined;
  return nested ?? diagnoseKeyless(entry, context);
}

function diagnoseField(entry: YamlEntry, value: WrittenValue, context: YamlContext): YamlCause | undefined {
  const { text } = context;
  const fixesOfValue = () => fixesForValue(text, entry, value);
  const plainText = text.slice(value.start, value.end);
  const hasText = value.start < value.end && !/^["'[{|>]/.test(plainText);
  const stray = entry.lines.slice(1).find((line) => isStray(line) || (hasText && /^-(\s|$)/.test(line.text)));
  const broken = stray && diagnoseBrokenKey(stray, context);
  if (broken) return broken;
  const spansLines = /^["'[{]/.test(plainText);
  if (stray && !spansLines && !/^[|>]\S*[ \t]+[^#\s]/.test(plainText)) {
    return diagnoseStray(text, entry, value, stray) ?? unindented(text, entry, value);
  }
  if (spansLines || !context.isReadable(`key: ${plainText}`)) {
    const cause = diagnoseValue(text, value, fixesOfValue);
    if (cause) return withGluedKey(text, value, cause, context);
  }
  if (stray) return unindented(text, entry, value);
  return diagnoseContinuation(entry, value, context);
}

/**
 * Lines below the key: a field indented under another one by mistake, a colon in a wrapped text, a fault in a nested
 * value.
 */
function diagnoseContinuation(entry: YamlEntry, value: WrittenValue, context: YamlContext): YamlCause | undefined {
  const { text } = context;
  const isText = value.start < value.end && !/^[|>"'[{]/.test(text[value.start]!);
  const below = entry.lines.slice(1);
  if (/^[|>]/.test(text.slice(value.start, value.end))) return diagnoseBlock(value.key, below);
  if (!isText) return diagnoseNested(entry, below, context) ?? diagnoseItems(value.key, below, context);
  const comment = diagnoseComment(entry, value, context);
  if (comment) return comment;
  for (const { start, text: line } of below) {
    const nested = nestedKey.exec(line);
    if (nested && isFieldName(nested[2])) return tooDeep(value.key, nested[2]!, start, nested[1]!.length);
    const from = start + line.length - line.trimStart().length;
    const cause = diagnoseColon(text, value, from, start + line.trimEnd().length, () =>
      fixesForValue(text, entry, value),
    );
    if (cause) return cause;
  }
  return undefined;
}

/** A block whose lines are indented less than its first one. */
function diagnoseBlock(key: string, lines: readonly YamlLine[]): YamlCause | undefined {
  const written = lines.filter(({ text: line }) => line.trim() !== '');
  const indentOf = ({ text: line }: YamlLine) => line.length - line.trimStart().length;
  const needed = written[0] ? indentOf(written[0]) : 0;
  const offside = written.filter((line) => indentOf(line) < needed);
  const [first] = offside;
  if (!first) return undefined;
  return {
    range: textRange(first.start + indentOf(first), first.start + first.text.trimEnd().length),
    problem: `This line is indented less than the first line of \`${key}\`, so YAML ends the value before it`,
    advice: 'Indent it as far as that line',
    fixes: [
      {
        title: `Indent ${valueName(key)} evenly`,
        safe: false,
        edits: offside.map((line) => ({
          range: textRange(line.start, line.start),
          newText: ' '.repeat(needed - indentOf(line)),
        })),
      },
    ],
  };
}

const nestedKey = /^(\s+(?:-[ \t]+)*|(?:-[ \t]+)+)([\w.-]+)[ \t]*:(?:[ \t]+|$)/;

/** More lines than any real field has. */
const maxNestedLines = 300;

/** A fault in the value of an indented key, or of one in a list. */
function diagnoseNested(
  entry: YamlEntry,
  lines: readonly YamlLine[],
  { text, isReadable }: YamlContext,
): YamlCause | undefined {
  for (const { start, text: line } of lines.slice(0, maxNestedLines)) {
    const nested = nestedKey.exec(line);
    if (!nested) continue;
    const range = textRange(start + nested[0].length, start + line.trimEnd().length);
    if (range.start >= range.end || isReadable(`key: ${text.slice(range.start, range.end)}`)) continue;
    const value = { key: nested[2]!, ...range, limit: entry.end };
    const cause = diagnoseValue(text, value, () => [quoteFix(value.key, text, range, false)]);
    if (cause) return cause;
  }
  return undefined;
}

/** List items, on lines of their own, that YAML does not read as strings. */
function diagnoseItems(
  key: string,
  lines: readonly YamlLine[],
  { text, isReadable }: YamlContext,
): YamlCause | undefined {
  const items = lines.slice(0, maxNestedLines).flatMap(({ start, text: line }) => {
    const [, lead, item] = /^(\s*-[ \t]+)(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (lead === undefined || item === undefined) return [];
    const comment = item.search(/[ \t]#/);
    const from = start + lead.length;
    return [trimmed(text, from, from + (comment < 0 ? item.length : comment))];
  });
  const starred = items.filter((range) => isStarred(text, range));
  const [first] = starred;
  if (first) {
    const edits = starred.map((range) => ({ range, newText: quoteYaml(text.slice(range.start, range.end)) }));
    return {
      range: first,
      problem: 'YAML reads a value that starts with `*` as a reference to an anchor',
      advice: starred.length > 1 ? 'Quote every such entry' : 'Quote the entry',
      fixes: [{ title: `Quote the entries of \`${key}\``, safe: false, edits }],
    };
  }
  const range = items.find(({ start, end }) => !isReadable(`key: ${text.slice(start, end)}`));
  if (!range) return undefined;
  return diagnoseValue(text, { key, ...range, limit: range.end }, () => [quoteFix(key, text, range, false)]);
}

/** A comment in the middle of an unquoted string, where the string ends for YAML. */
function diagnoseComment(
  entry: YamlEntry,
  value: WrittenValue,
  { text, isReadable }: YamlContext,
): YamlCause | undefined {
  const { lines } = entry;
  const last = lines.findLastIndex(hasContent);
  const isComment = ({ text: line }: YamlLine, index: number) => 0 < index && index < last && /^\s*#/.test(line);
  const fixes = () => fixesForValue(text, entry, value);
  const first = lines.find(isComment);
  if (first) {
    const rest = lines.filter((line, index) => !isComment(line, index)).map((line) => line.text);
    const edits = lines.flatMap((line, index) =>
      isComment(line, index) ? [{ range: textRange(line.start, lines[index + 1]!.start), newText: '' }] : [],
    );
    const remove = { title: 'Remove the comment', safe: false, edits };
    return {
      range: trimmed(text, first.start, first.start + first.text.length),
      problem: `YAML ends an unquoted string at a comment, but the text of \`${value.key}\` continues below this one`,
      advice: 'Remove the comment, or write the text as a block scalar',
      fixes: isReadable(rest.join('\n')) ? [remove, ...fixes()] : fixes(),
    };
  }
  const sign = text.slice(value.start, value.end).search(/[ \t]#/);
  if (sign < 0 || last < 1) return undefined;
  return {
    range: trimmed(text, value.start + sign, value.end),
    problem: `YAML reads \` #\` as the start of a comment, but the text of \`${value.key}\` continues below it`,
    advice: 'Write the text as a block scalar',
    fixes: fixes(),
  };
}

function tooDeep(above: string, key: string, lineStart: number, indent: number): YamlCause {
  const range = textRange(lineStart, lineStart + indent);
  return {
    range,
    problem: `\`${key}\` is indented, so YAML reads it as part of the value of \`${above}\``,
    advice: 'Start it in the first column',
    fixes: [{ title: `Remove the indentation of \`${key}\``, safe: false, edits: [{ range, newText: '' }] }],
  };
}
