import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { escapeControlCharacters, escapeLines } from './escape-control-characters.ts';

/**
 * The difference of two texts in the format of `git apply` and `patch -p1`.
 *
 * Control characters are written out, as the diff may end on a terminal; a line that has some can be read but not
 * applied.
 *
 * @param path the file's name in the headers
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  const name = escapeControlCharacters(path.replace(/^\//, ''));
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
  return escapeLines(patch);
}
