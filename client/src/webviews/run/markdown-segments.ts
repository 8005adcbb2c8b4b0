/** A segment ends at the first place that allows it after so many UTF-16 units. */
const wanted = 6_000;

/** A code fence, with what is before its characters. */
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The beginning of a heading or paragraph, which belongs to nothing before it. */
const beginsBlock = /^(?:#{1,6} |[^\s#>|<`~\-*+\d[])/;

/**
 * A markdown text in parts that can be rendered one by one, so that a long text is rendered where it is visible, and
 * that only its last part is rendered again while it grows. They end at blank lines between blocks.
 */
export function markdownSegments(text: string): string[] {
  const segments: string[] = [];
  let start = 0;
  let open: string | undefined;
  let afterBlank = false;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    const line = text.slice(at, end === -1 ? text.length : end);
    if (open === undefined && afterBlank && at - start >= wanted && beginsBlock.test(line)) {
      segments.push(text.slice(start, at));
      start = at;
    }
    open = fenceAfter(line, open);
    afterBlank = open === undefined && line.trim() === '';
    at = next;
  }
  if (start < text.length || segments.length === 0) segments.push(text.slice(start));
  return segments;
}

/** The fence that is open after a line. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, characters, rest] = fence.exec(line) ?? [];
  if (characters === undefined) return open;
  if (open === undefined) return characters[0] === '`' && rest!.includes('`') ? undefined : characters;
  const closes = characters[0] === open[0] && characters.length >= open.length && rest!.trim() === '';
  return closes ? undefined : open;
}
