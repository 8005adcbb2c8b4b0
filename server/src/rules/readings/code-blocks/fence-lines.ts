import type { SkillDocument } from '../../../document/skill-document.ts';
import type { LineIndex } from '../../../document/text/line-index.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/** A line of marks, with one word after them at most. */
export interface FenceLine {
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

/** Directly after text and before a blank line, as a block ends; at its start it is the other way round. */
export function looksLikeAnEnd(lines: LineIndex, line: number): boolean {
  return !isBlank(lines, line - 1) && isBlank(lines, line + 1);
}

export function looksLikeAStart(lines: LineIndex, line: number): boolean {
  return (isBlank(lines, line - 1) || isIntroduced(lines, line)) && !isBlank(lines, line + 1);
}

export function isIntroduced(lines: LineIndex, line: number): boolean {
  return /^\s*#{2,6} |:\**\s*$/.test(lines.textOf(line - 1));
}

export function isBlank(lines: LineIndex, line: number): boolean {
  return line < 0 || line >= lines.count || lines.textOf(line).trim() === '';
}
