import type { CodeRange, SkillDocument } from '../../../document/skill-document.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import { type FenceLine, isBlank, looksLikeAnEnd, looksLikeAStart, readFence } from './fence-lines.ts';

/** A block whose text has blocks of its own, with marks of the same length: the first of them ends it. */
export interface NestingBlock {
  readonly opening: FenceLine;
  readonly closing: FenceLine;
  /** A fence that is longer than all others. */
  readonly longer: string;
  /** The languages after fences that would close a block without them. */
  readonly languages: readonly TextRange[];
}

/** Languages of examples of Markdown. */
const holdsBlocks = /^(|md|mdx|markdown|text|txt|plaintext|prompt|template)$/i;

export function mayHoldBlocks(info: string): boolean {
  return info !== '' && holdsBlocks.test(info);
}

/**
 * The first block of the given ones that would hold others, if a line of marks alone always ended the block that was
 * opened last; undefined unless no block of the file is left open then. If there is none, lines with a language that
 * are directly before a heading count as ends, too, or marks alone that look like a beginning count as one in an example.
 */
export function findNestingBlock(document: SkillDocument, blocks: readonly CodeRange[]): NestingBlock | undefined {
  for (const isEnd of [hasNoLanguage, endsBeforeHeading, looksLikeNoStart]) {
    for (const { kind, info, range } of blocks) {
      const first = document.lines.lineAt(range.start);
      // Marks alone that look like an end are what an earlier mistake leaves over.
      if (kind !== 'fence' || !holdsBlocks.test(info) || (info === '' && looksLikeAnEnd(document.lines, first)))
        continue;
      if (isEnd === looksLikeNoStart && !mayHoldBlocks(info)) continue;
      const nesting = nestingFrom(document, first, isEnd);
      if (nesting && range.end < nesting.closing.marks.start) return nesting;
    }
  }
  return undefined;
}

type EndTest = (document: SkillDocument, line: number, written: FenceLine) => boolean;

const hasNoLanguage: EndTest = (_document, _line, { language }) => language === undefined;

const endsBeforeHeading: EndTest = ({ lines }, line, written) =>
  written.language === undefined ||
  // One mark alone may be a comment in the code.
  (isBlank(lines, line + 1) && line + 2 < lines.count && /^ {0,3}#{2,6} /.test(lines.textOf(line + 2)));

const looksLikeNoStart: EndTest = ({ lines }, line, { language }) =>
  language === undefined && !looksLikeAStart(lines, line);

function nestingFrom(document: SkillDocument, first: number, isEnd: EndTest): NestingBlock | undefined {
  const opening = readFence(document, first);
  if (!opening) return undefined;
  const { count } = document.lines;
  let [depth, deepest, longest] = [1, 1, opening.fence.length];
  for (let line = first + 1; line < count; line++) {
    const written = readFence(document, line);
    if (!written || written.fence[0] !== opening.fence[0]) continue;
    longest = Math.max(longest, written.fence.length);
    const closes = isEnd(document, line, written);
    // Then this block holds none, and only its end is wrong.
    if (closes && written.language && deepest === 1) return undefined;
    depth += closes ? -1 : 1;
    deepest = Math.max(deepest, depth);
    if (depth > 0) continue;
    const languages = deepest > 1 && written.fence === opening.fence && languagesAtEnds(document, line + 1, isEnd);
    const longer = opening.fence.charAt(0).repeat(longest + 1);
    return languages ? { opening, closing: written, longer, languages } : undefined;
  }
  return undefined;
}

/**
 * The languages of lines that end a block, if none is open at the beginning of a line; undefined if one is open at the
 * end of the file.
 */
function languagesAtEnds(document: SkillDocument, first: number, isEnd: EndTest): TextRange[] | undefined {
  const found: TextRange[] = [];
  let open: string | undefined;
  for (let line = first; line < document.lines.count; line++) {
    const written = readFence(document, line);
    if (open === undefined) open = written?.fence;
    else if (written?.fence.startsWith(open) && isEnd(document, line, written)) {
      if (written.language) found.push(written.language);
      open = undefined;
    }
  }
  return open === undefined ? found : undefined;
}
