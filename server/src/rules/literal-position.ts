import type { CodeRange, Placeholder, SkillDocument } from '../document/skill-document.ts';

/** How far before a field the name of its program may stand. */
const longestProgram = 1000;

/** Money, and the fields of awk and its like: nobody means an argument there. */
export function looksLiteral(document: SkillDocument, { range }: Placeholder, code: CodeRange | undefined): boolean {
  const after = document.text.slice(range.end, range.end + 2);
  if (/^[.,]\d/.test(after)) return true;
  if (!code) return false;
  const line = document.lines.lineAt(range.start);
  const start = Math.max(code.range.start, document.lines.startOf(line), range.start - longestProgram);
  const before = document.text.slice(start, range.start);
  return /\{[^}]*$/.test(before) && /\b[gm]?awk\b|\bperl\b|\bprint/.test(before);
}
