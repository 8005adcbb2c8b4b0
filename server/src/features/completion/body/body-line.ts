import type { SkillDocument } from '../../../document/skill-document.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/** How much of a line around the cursor is read, in UTF-16 units: no path, name or command that is typed is longer. */
const maxRead = 1000;

/** The text on both sides of a cursor, on its line. */
export interface BodyLine {
  readonly offset: number;
  readonly before: string;
  readonly after: string;
}

export function bodyLine({ text, lines }: SkillDocument, offset: number): BodyLine {
  const line = lines.lineAt(offset);
  return {
    offset,
    before: text.slice(Math.max(lines.startOf(line), offset - maxRead), offset),
    after: text.slice(offset, Math.min(lines.endOf(line), offset + maxRead)),
  };
}

/** The range that a completion replaces: the text typed before the cursor, and its continuation after it. */
export function replaced({ offset, after }: BodyLine, typed: string, continued: RegExp): TextRange {
  return textRange(offset - typed.length, offset + (continued.exec(after)?.[0].length ?? 0));
}
