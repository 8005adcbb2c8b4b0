import type { TextEdit as LspTextEdit, Range } from 'vscode-languageserver-types';
import type { LineIndex } from '../../document/text/line-index.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { TextEdit } from '../../rules/rule.ts';

/** Offsets as the protocol's positions (UTF-16). */
export function toLspRange(lines: LineIndex, range: TextRange): Range {
  return { start: lines.positionAt(range.start), end: lines.positionAt(range.end) };
}

/** The protocol's positions as offsets; positions outside the text are clamped. */
export function fromLspRange(lines: LineIndex, range: Range): TextRange {
  return textRange(lines.offsetAt(range.start), lines.offsetAt(range.end));
}

/** An edit in offsets as one in positions. */
export function toLspEdit(lines: LineIndex, edit: TextEdit): LspTextEdit {
  return { range: toLspRange(lines, edit.range), newText: edit.newText };
}
