import { acceptsByteOrderMark } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../runtime-id.ts';
import type { FrontmatterBlock } from '../skill-document.ts';
import { textRange } from '../text/text-range.ts';

const marker = '---';

/**
 * The frontmatter block as the runtime detects it, or undefined if the whole file is the body.
 *
 * Claude Code's own expression is `/^\uFEFF?---\s*\n([\s\S]*?)---\s*\n?/`, without the BOM in the first releases: the
 * block opens at the very first character, and the first `---` anywhere closes it. That expression takes quadratic time
 * if many line breaks are not followed by `---`, so this is a scan.
 */
export function findFrontmatterBlock(text: string, runtime: RuntimeId): FrontmatterBlock | undefined {
  const openStart = acceptsByteOrderMark(runtime) && text.startsWith('\uFEFF') ? 1 : 0;
  if (!text.startsWith(marker, openStart)) return undefined;
  const openEnd = openStart + marker.length;
  const spaceEnd = endOfSpace(text, openEnd);
  // The whitespace may contain line breaks, and the block begins after the last of them.
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

/** The end of the whitespace that starts at `from`. */
function endOfSpace(text: string, from: number): number {
  const firstOther = /\S/g;
  firstOther.lastIndex = from;
  return firstOther.exec(text)?.index ?? text.length;
}
