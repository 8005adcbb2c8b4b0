import { acceptsByteOrderMark } from '../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { FrontmatterBlock } from './skill-document.ts';
import { textRange } from './text-range.ts';

const marker = '---';

/**
 * The frontmatter block as the runtime recognises it, or undefined when the whole file is body to it.
 *
 * The client's own recognition is `/^\uFEFF?---\s*\n([\s\S]*?)---\s*\n?/`, without the BOM in the first releases: the
 * block opens at the very first character, and the first `---` anywhere closes it. As an expression that takes time in
 * the square of the text where no `---` follows many line ends, so here it is a scan.
 */
export function findFrontmatterBlock(text: string, runtime: RuntimeId): FrontmatterBlock | undefined {
  const openStart = acceptsByteOrderMark(runtime) && text.startsWith('\uFEFF') ? 1 : 0;
  if (!text.startsWith(marker, openStart)) return undefined;
  const openEnd = openStart + marker.length;
  const spaceEnd = endOfSpace(text, openEnd);
  // White space runs over line ends, and the block begins after the last of them.
  const lineEnd = spaceEnd > openEnd ? text.lastIndexOf('\n', spaceEnd - 1) : -1;
  if (lineEnd < openEnd) return undefined;
  const contentStart = lineEnd + 1;
  const closeStart = text.indexOf(marker, contentStart);
  if (closeStart < 0) return undefined;
  const closeEnd = closeStart + marker.length;
  return {
    range: textRange(0, endOfSpace(text, closeEnd)),
    open: textRange(openStart, openEnd),
    content: textRange(contentStart, closeStart),
    close: textRange(closeStart, closeEnd),
  };
}

/** Where the white space that starts at `from` ends. */
function endOfSpace(text: string, from: number): number {
  const firstOther = /\S/g;
  firstOther.lastIndex = from;
  return firstOther.exec(text)?.index ?? text.length;
}
