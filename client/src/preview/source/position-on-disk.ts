/**
 * The zero-based line and character of an offset in a file's text. Offsets in the editor's text may differ: it has no
 * byte order mark, and only one kind of line ending.
 */
export function positionOnDisk(text: string, offset: number): { readonly line: number; readonly character: number } {
  const before = text.slice(text.startsWith('\uFEFF') ? 1 : 0, offset);
  const ends = [...before.matchAll(/\r\n?|\n/g)];
  const last = ends.at(-1);
  return { line: ends.length, character: before.length - (last ? last.index + last[0].length : 0) };
}
