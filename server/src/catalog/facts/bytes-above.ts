/**
 * The size of a text in bytes where it is above a limit; undefined elsewhere. U+FFFD takes three bytes and may stand
 * for one, so that a text with it tells less than the size on disk.
 *
 * @param onDisk the size of the file, where it is known to differ from that of the text
 */
export function bytesAbove(limit: number, text: string, onDisk?: number): number | undefined {
  if (onDisk !== undefined && text.includes('\uFFFD')) return onDisk > limit ? onDisk : undefined;
  // A UTF-16 unit takes three bytes at most, so most texts need no encoding to tell.
  if (text.length * 3 <= limit) return undefined;
  const bytes = new TextEncoder().encode(text).length;
  return bytes > limit ? bytes : undefined;
}
