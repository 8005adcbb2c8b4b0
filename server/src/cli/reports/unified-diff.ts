import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { escapeControlCharacters, escapeLines } from '../terminal/escape-control-characters.ts';

/** Maximum number of differing lines to compare line by line, which takes quadratic time. */
const maxDifferences = 2_000;

/**
 * The difference of two texts in the format of `git apply` and `patch -p1`.
 *
 * Control characters are escaped, because the diff may be shown on a terminal; a line with some can be read but not
 * applied.
 *
 * Texts that differ in thousands of lines are shown as one replaced by the other.
 *
 * @param path the file's name in the headers
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  const name = escapeControlCharacters(path.replace(/^\//, ''));
  const from = `a/${name}`;
  const to = `b/${name}`;
  const patch =
    createTwoFilesPatch(from, to, before, after, undefined, undefined, {
      headerOptions: FILE_HEADERS_ONLY,
      maxEditLength: maxDifferences,
    }) ?? `--- ${from}\n+++ ${to}\n${fullHunk(before, after)}`;
  return escapeLines(patch);
}

/** One hunk that replaces all lines. */
function fullHunk(before: string, after: string): string {
  const [removed, added] = [linesOf(before, '-'), linesOf(after, '+')];
  return `@@ -${span(removed.count)} +${span(added.count)} @@\n${removed.text}${added.text}`;
}

function span(count: number): string {
  return count === 0 ? '0,0' : `1,${count}`;
}

function linesOf(text: string, sign: '-' | '+'): { readonly text: string; readonly count: number } {
  if (text === '') return { text: '', count: 0 };
  const endsLine = text.endsWith('\n');
  const lines = (endsLine ? text.slice(0, -1) : text).split('\n');
  const marked = lines.map((line) => `${sign}${line}\n`).join('');
  return { text: endsLine ? marked : `${marked}\\ No newline at end of file\n`, count: lines.length };
}
