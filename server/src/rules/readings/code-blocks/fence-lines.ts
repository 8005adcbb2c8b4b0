import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/** A line of marks, with one word after them at most. */
interface FenceLine {
  readonly fence: string;
  readonly marks: TextRange;
  readonly language?: TextRange;
}

/** A longer line does not close a block. */
const maxLine = 200;

export function readFence({ lines }: SkillDocument, line: number): FenceLine | undefined {
  const start = lines.startOf(line);
  if (lines.endOf(line) - start > maxLine) return undefined;
  const match = /^([\s>]*)(`{3,}|~{3,})([\w+#.-]*)\s*$/.exec(lines.textOf(line));
  if (!match) return undefined;
  const [, before = '', fence = '', language = ''] = match;
  const from = start + before.length;
  const at = from + fence.length;
  return {
    fence,
    marks: textRange(from, at),
    ...(language !== '' && { language: textRange(at, at + language.length) }),
  };
}

/** A block whose text has blocks of its own, with marks of the same length: the first of them ends it. */
export interface NestingBlock {
  readonly opening: FenceLine;
  readonly closing: FenceLine;
  /** A fence that is longer than all others. */
  readonly longer: string;
}

/** What is written as an example of Markdown. */
const holdsBlocks = /^(|md|mdx|markdown|text|txt|plaintext|prompt|template)$/i;

/**
 * The first block of the given ones that would hold others, if a line of marks alone always ended the block that was
 * opened last; undefined unless no block of the file is left open then.
 */
export function findNestingBlock(document: SkillDocument, blocks: readonly CodeRange[]): NestingBlock | undefined {
  for (const { kind, info, range } of blocks) {
    if (kind !== 'fence' || !holdsBlocks.test(info)) continue;
    const nesting = nestingFrom(document, document.lines.lineAt(range.start));
    if (nesting && range.end < nesting.closing.marks.start) return nesting;
  }
  return undefined;
}

function nestingFrom(document: SkillDocument, first: number): NestingBlock | undefined {
  const opening = readFence(document, first);
  if (!opening) return undefined;
  const { count } = document.lines;
  let [depth, deepest, longest] = [1, 1, opening.fence.length];
  for (let line = first + 1; line < count; line++) {
    const written = readFence(document, line);
    if (!written || written.fence[0] !== opening.fence[0]) continue;
    longest = Math.max(longest, written.fence.length);
    depth += written.language ? 1 : -1;
    deepest = Math.max(deepest, depth);
    if (depth > 0) continue;
    const isEnd = deepest > 1 && written.fence === opening.fence && !isOpenAtEnd(document, line + 1);
    const longer = opening.fence.charAt(0).repeat(longest + 1);
    return isEnd ? { opening, closing: written, longer } : undefined;
  }
  return undefined;
}

/** Whether a block is open at the end of the file, if none is at the beginning of a line. */
function isOpenAtEnd(document: SkillDocument, first: number): boolean {
  let open: string | undefined;
  for (let line = first; line < document.lines.count; line++) {
    const written = readFence(document, line);
    if (open === undefined) open = written?.fence;
    else if (written?.fence.startsWith(open) && !written.language) open = undefined;
  }
  return open !== undefined;
}
