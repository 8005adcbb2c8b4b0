import { unifiedPatch } from '../../features/text/unified-patch.ts';
import { escapeControlCharacters, escapeLines } from '../terminal/escape-control-characters.ts';

/**
 * The difference of two texts in the format of `git apply` and `patch -p1`.
 *
 * Control characters are escaped, because the diff may be shown on a terminal; a line with some can be read but not
 * applied.
 *
 * @param path the file's name in the headers
 */
export function unifiedDiff(path: string, before: string, after: string): string {
  const name = escapeControlCharacters(path.replace(/^\//, ''));
  return escapeLines(unifiedPatch(`a/${name}`, `b/${name}`, before, after));
}
