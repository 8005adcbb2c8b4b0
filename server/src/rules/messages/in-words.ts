/** `a, b and c`, or `a, b or c` */
export function inWords(items: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  // Not by `Intl.ListFormat`, which takes longer to load than the rest of the server's rules.
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;
}

/** `in both places`, `in all 3 places` */
export function inAllPlaces(count: number): string {
  return count === 2 ? 'in both places' : `in all ${count} places`;
}

/** `read by Codex, Cursor and OpenCode, not by Claude Code` */
export function readBy(readers: readonly string[]): string {
  return `read by ${inWords(readers)}, not by Claude Code`;
}
