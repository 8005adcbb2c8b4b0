/**
 * All matches of a global expression that never matches nothing, as `matchAll` finds them, which makes a copy of the
 * expression each time: in a short text, that takes several times as long as the search.
 */
export function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) matches.push(match);
  return matches;
}
