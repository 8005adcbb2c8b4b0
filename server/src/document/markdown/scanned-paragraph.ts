import type { BlockState } from './scanned-state.ts';

/** Whether a paragraph, a quote or a list may go on at a line; counts the line, so that a scan is bounded. */
type MayContinue = (state: BlockState, line: number) => boolean;

/**
 * A rule for paragraphs that finds the same as the two of the library, for underlined headings and for paragraphs, which
 * both read all lines, and ask at each line all rules that might end a paragraph there: nearly all texts are paragraphs
 * and lists of them. Underlined headings are left to the library.
 */
export function scannedParagraph(mayContinue: MayContinue) {
  return (state: BlockState, startLine: number, endLine: number): boolean => {
    if (state.sCount[startLine]! - state.blkIndent > maxIndent) return false;
    const { parentType } = state;
    state.parentType = 'paragraph';
    const end = endOfParagraph(state, startLine, endLine);
    state.parentType = parentType;
    if (end === undefined) return false;
    // Both rules of the library would count the lines, and the one at which the paragraph ends.
    countLines(state, startLine, end, endLine, mayContinue);
    const counted = countLines(state, startLine, end, endLine, mayContinue);
    state.line = counted;
    state.push('inline', '', 0).map = [startLine, counted];
    return true;
  };
}

/** The same for a paragraph whose first character begins nothing else: no other rule needs to be asked. */
export function plainParagraph(mayContinue: MayContinue) {
  const scan = scannedParagraph(mayContinue);
  return (state: BlockState, startLine: number, endLine: number, silent: boolean): boolean =>
    !silent && !mayBegin(state, startLine) && scan(state, startLine, endLine);
}

/** More columns are an indented code block, or continue a paragraph. */
const maxIndent = 3;

/** The line after a paragraph; undefined if its last line underlines it, which makes it a heading. */
function endOfParagraph(state: BlockState, startLine: number, endLine: number): number | undefined {
  let line = startLine + 1;
  for (; line < endLine && !state.isEmpty(line); line++) {
    const column = state.sCount[line]!;
    if (column - state.blkIndent > maxIndent) continue;
    // One that a quote has set apart is never a mark; nor is a letter.
    if (!mayBegin(state, line)) continue;
    if (column >= state.blkIndent && isUnderline(state, line)) return undefined;
    if (column >= 0 && isEndedBy(state, line, endLine)) break;
  }
  return line;
}

function isEndedBy(state: BlockState, line: number, endLine: number): boolean {
  const rules = state.md.block.ruler.getRules('paragraph');
  // The first is the one that counts.
  for (let index = 1; index < rules.length; index++) if (rules[index]!(state, line, endLine, true)) return true;
  return false;
}

/** Counts the lines as the library does while it looks for the end of a paragraph. The line at which there are too many. */
function countLines(
  state: BlockState,
  startLine: number,
  end: number,
  endLine: number,
  mayContinue: MayContinue,
): number {
  for (let line = startLine + 1; line <= end && line < endLine && !state.isEmpty(line); line++) {
    const column = state.sCount[line]!;
    if (column - state.blkIndent > maxIndent || column < 0) continue;
    if (!mayContinue(state, line)) return line;
  }
  return end;
}

function isUnderline(state: BlockState, line: number): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!;
  const mark = state.src.charCodeAt(start);
  if (mark !== 45 /* - */ && mark !== 61 /* = */) return false;
  return state.skipSpaces(state.skipChars(start, mark)) >= state.eMarks[line]!;
}

/** Whether the first character of a line may begin something else than text, or underline it. */
function mayBegin(state: BlockState, line: number): boolean {
  const unit = state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!);
  return unit < 128 && begins[unit]!;
}

const begins: readonly boolean[] = Array.from({ length: 128 }, (_, unit) =>
  /[#`~>\-_*+<=0-9]/.test(String.fromCharCode(unit)),
);
