import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** Maximum number of differing lines to compare line by line, which takes quadratic time. */
const maxDifferences = 2_000;

/**
 * The difference of two texts in the format of `git apply` and `patch -p1`. Texts that differ in thousands of lines are
 * shown as one replaced by the other.
 *
 * @param from the name of the first one in the headers
 * @param to the name of the second one
 */
export function unifiedPatch(from: string, to: string, before: string, after: string): string {
  return (
    createTwoFilesPatch(from, to, before, after, undefined, undefined, {
      headerOptions: FILE_HEADERS_ONLY,
      maxEditLength: maxDifferences,
    }) ?? `--- ${from}\n+++ ${to}\n${fullHunk(before, after)}`
  );
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
