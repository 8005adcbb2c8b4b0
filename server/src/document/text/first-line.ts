import type { SkillDocument } from '../skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';

/**
 * Where a finding about the whole file is marked: its first line without surrounding whitespace; empty for an empty
 * file.
 */
export function firstLine({ text, lines }: SkillDocument): TextRange {
  const line = text.slice(0, lines.endOf(0));
  const start = line.length - line.replace(/^[\s\uFEFF]+/, '').length;
  return start === line.length ? textRange(0, 0) : textRange(start, line.trimEnd().length);
}

/** The line ending that the file uses. */
export function lineEnd(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
