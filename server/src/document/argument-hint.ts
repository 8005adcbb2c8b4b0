import type { YamlValue } from './yaml-value.ts';

/** People read a hint in one line; what is longer is not read to its end. */
const maxHintLength = 2000;

/** What an `argument-hint` tells of the arguments, read as people write such hints: `[file] <format> [--force]`. */
export interface ArgumentHint {
  /** As written, on one line. */
  readonly text: string;
  /** What it calls the arguments, in order, for as long as the order is certain: not from a flag or a list without end on. */
  readonly names: readonly string[];
  /** Everything that it lists, flags too, each without brackets: what one argument may be called. */
  readonly parts: readonly string[];
  /** The most words that it announces; `Infinity` where the hint has no end (`[file...]`) or no shape to count. */
  readonly count: number;
}

/**
 * Reads `argument-hint`; undefined where there is none, or nothing in it. Unquoted brackets make a list of the value;
 * the source still shows what was written.
 */
export function readArgumentHint(value: YamlValue | undefined, source: string): ArgumentHint | undefined {
  if (!value) return undefined;
  const written =
    value.kind === 'scalar' ? String(value.value ?? '') : source.slice(value.range.start, value.range.end);
  const text = written.slice(0, maxHintLength).trim().replace(/\s+/g, ' ');
  if (text === '') return undefined;
  const groups = [...text.matchAll(/\[(?:[^[\]]|\[[^\]]*\])*\]|<[^>]*>/g)].map(([group]) => group.slice(1, -1).trim());
  return { text, names: namesInOrder(text), parts: [...groups, ...bareWords(text)], count: countWords(text, groups) };
}

function countWords(text: string, groups: readonly string[]): number {
  if (groups.length === 0 || /\.\.\.|…|\*|\|/.test(text)) return Number.POSITIVE_INFINITY;
  return groups.reduce((sum, group) => sum + (isFlag(group) ? group.split(' ').length : 1), bareWords(text).length);
}

/** Words unmarked the brackets, such as `PROMPT [--verbose]`; not remarks in parentheses. */
function bareWords(text: string): string[] {
  const unmarked = text.replace(/\([^)]*\)|\[(?:[^[\]]|\[[^\]]*\])*\]|<[^>]*>/g, ' ');
  return unmarked.split(/[^\p{L}\p{N}_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function namesInOrder(text: string): string[] {
  const names: string[] = [];
  // Only where the hint is brackets one after the other is the first bracket the first argument.
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
