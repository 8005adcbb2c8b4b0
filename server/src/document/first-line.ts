import type { SkillDocument } from './skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';

/** Where a finding about the whole file is marked: its first line without surrounding white space; empty for an empty one. */
export function firstLine({ text, lines }: SkillDocument): TextRange {
  const line = text.slice(0, lines.endOf(0));
  const start = line.length - line.replace(/^[\s\uFEFF]+/, '').length;
  return start === line.length ? textRange(0, 0) : textRange(start, line.trimEnd().length);
}

/** The line end that the file uses. */
export function lineEnd(text: string): '\n' | '\r\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
