/**
 * The size of a text in bytes if it is above a limit; otherwise undefined. U+FFFD takes three bytes and may replace a
 * single one, so the size of a text that contains it can differ from the size on disk.
 *
 * @param limit null for none
 * @param onDisk the size of the file, if it is known to differ from that of the text
 */
export function bytesAbove(limit: number | null, text: string, onDisk?: number): number | undefined {
  if (limit === null) return undefined;
  if (onDisk !== undefined && text.includes('\uFFFD')) return onDisk > limit ? onDisk : undefined;
  // A UTF-16 unit takes at most three bytes, so most texts need not be encoded.
  if (text.length * 3 <= limit) return undefined;
  const bytes = new TextEncoder().encode(text).length;
  return bytes > limit ? bytes : undefined;
}
