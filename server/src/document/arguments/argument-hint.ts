import { letterExpression } from '../text/letter-expression.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

/** A hint is read in one line; longer ones are not read to the end. */
const maxHintLength = 2000;

/** The arguments that an `argument-hint` announces, in the usual notation: `[file] <format> [--force]`. */
export interface ArgumentHint {
  /** As written, on one line. */
  readonly text: string;
  /** The names of the arguments, in order, as long as the order is certain: up to a flag or an item that may repeat. */
  readonly names: readonly string[];
  /** All items, flags included, each without brackets: possible names of one argument. */
  readonly parts: readonly string[];
  /**
   * The maximum number of words that it announces; `Infinity` if it is open-ended (`[file...]`) or has no structure.
   */
  readonly count: number;
}

/**
 * Reads `argument-hint`; undefined if there is none, or nothing in it. Unquoted brackets make the value a list; the
 * source still shows what was written.
 */
export function readArgumentHint(value: YamlValue | undefined, source: string): ArgumentHint | undefined {
  if (!value) return undefined;
  const written =
    value.kind === 'scalar' ? String(value.value ?? '') : source.slice(value.range.start, value.range.end);
  const text = written.slice(0, maxHintLength).trim().replace(/\s+/g, ' ');
  if (text === '') return undefined;
  const groups = (text.match(/\[(?:[^[\]]|\[[^\]]*\])*\]|<[^>]*>/g) ?? []).map((group) => group.slice(1, -1).trim());
  const bare = bareWords(text);
  const count = countWords(text, groups, bare);
  return { text, names: namesInOrder(text), parts: [...groups, ...bare], count };
}

function countWords(text: string, groups: readonly string[], bare: readonly string[]): number {
  if (groups.length === 0 || /\.\.\.|…|\*|\|/.test(text)) return Number.POSITIVE_INFINITY;
  return groups.reduce((sum, group) => sum + (isFlag(group) ? group.split(' ').length : 1), bare.length);
}

const betweenWords = letterExpression(String.raw`[^\p{L}\p{N}_-]+`, 'u');
const anyLetter = letterExpression(String.raw`[\p{L}\p{N}]`, 'u');

/** Words without brackets, such as `PROMPT [--verbose]`; not remarks in parentheses. */
function bareWords(text: string): string[] {
  const unmarked = text.replace(/\([^)]*\)|\[(?:[^[\]]|\[[^\]]*\])*\]|<[^>]*>/g, ' ');
  return unmarked.split(betweenWords(unmarked)).filter((word) => anyLetter(word).test(word));
}

function namesInOrder(text: string): string[] {
  const names: string[] = [];
  // The first bracket is the first argument only if the hint consists of nothing but brackets.
  const pattern = /\s*(?:\[((?:[^[\]]|\[[^\]]*\])*)\]|<([^>]*)>)/y;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const name = (match[1] ?? match[2])!.trim();
    if (isFlag(name) || name === '' || /\.\.\.|…|\*/.test(name)) break;
    names.push(name);
  }
  return names;
}

function isFlag(group: string): boolean {
  return group.startsWith('-');
}
