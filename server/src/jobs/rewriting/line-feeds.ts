/** A text as models see and write it: with `\n` for every line ending. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

/** The offset in a text for one in the same text {@link withLineFeeds}; asked for with growing offsets. */
export function originalOffsets(text: string): (offset: number) => number {
  let [original, seen] = [0, 0];
  return (offset) => {
    for (; seen < offset; seen++) original += text.startsWith('\r\n', original) ? 2 : 1;
    return original;
  };
}
