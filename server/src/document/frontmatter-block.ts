import type { RuntimeId } from './runtime-id.ts';
import type { FrontmatterBlock } from './skill-document.ts';
import { textRange } from './text-range.ts';

/*
 * Both are the client's own recognition: the block must open at the very first character, and the first `---` anywhere
 * that is followed by white space and a line end (or by anything at all: the tail is optional) closes it.
 */
const latestBlock = /^\uFEFF?---\s*\n([\s\S]*?)---\s*\n?/;
const firstReleasesBlock = /^---\s*\n([\s\S]*?)---\s*\n?/;

/** The frontmatter block as the runtime recognises it, or undefined when the whole file is body to it. */
export function findFrontmatterBlock(text: string, runtime: RuntimeId): FrontmatterBlock | undefined {
  const match = (runtime === 'claude-code' ? latestBlock : firstReleasesBlock).exec(text);
  if (!match) return undefined;
  const openStart = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const content = match[1]!;
  const closeStart = match[0].trimEnd().length - 3;
  return {
    range: textRange(0, match[0].length),
    open: textRange(openStart, openStart + 3),
    content: textRange(closeStart - content.length, closeStart),
    close: textRange(closeStart, closeStart + 3),
  };
}
