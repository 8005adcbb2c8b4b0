/**
 * The line and character, both from zero, of an offset of a file's text. The editor's own text may have other offsets:
 * it has no byte order mark, and all its line ends are of one kind.
 */
export function positionOnDisk(text: string, offset: number): { readonly line: number; readonly character: number } {
  const before = text.slice(text.startsWith('\uFEFF') ? 1 : 0, offset);
  const ends = [...before.matchAll(/\r\n?|\n/g)];
  const last = ends.at(-1);
  return { line: ends.length, character: before.length - (last ? last.index + last[0].length : 0) };
}
