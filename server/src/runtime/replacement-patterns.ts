/**
 * A replacement text as JavaScript's `String.replace` reads it: `$$`, `$&`, `` $` `` and `$'` have a meaning. 2.1.7
 * hands arguments and outputs to it as they are.
 *
 * @param text the whole text, of which `[start, end)` is replaced
 */
export function expandReplacement(replacement: string, text: string, start: number, end: number): string {
  return replacement.replace(/\$[$&`']/g, (pattern) => {
    if (pattern === '$$') return '$';
    if (pattern === '$&') return text.slice(start, end);
    return pattern === '$`' ? text.slice(0, start) : text.slice(end);
  });
}
