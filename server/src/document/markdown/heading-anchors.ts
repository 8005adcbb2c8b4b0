/** The anchor that GitHub makes of the first heading with a text. */
function anchorOf(heading: string): string {
  const text = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase();
  return text.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
}

/** The anchor of each heading of a file: of those with the same text, all but the first are numbered. */
export function anchorsOfHeadings(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((text) => {
    const anchor = anchorOf(text);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** The names besides its headings to which a link can lead in a text: `<a id="x">`, `<h2 name='x'>`, `{#x}`. */
export function writtenAnchors(text: string): string[] {
  const written = text.matchAll(/\b(?:id|name)=["']([^"'\s]{1,200})["']|\{#([^}\s]{1,200})\}/g);
  return [...written].map(([, attribute, braced]) => (attribute ?? braced)!);
}
