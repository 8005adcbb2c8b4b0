import type { Field, SkillDocument } from '../../document/skill-document.ts';
import { lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { Fix, TextEdit } from '../rule.ts';
import { isInBraces } from './write-field.ts';

/** A fix of one edit, or none where the edit cannot be made. */
export function offerEdit(title: string, safe: boolean, edit: TextEdit | undefined): Fix[] {
  return edit ? [{ title, safe, edits: [edit] }] : [];
}

/** An edit that removes a field; undefined if it shares its lines with something else. */
export function removeField(document: SkillDocument, field: Field): TextEdit | undefined {
  const start = startOfOwnLine(document, field);
  if (start === undefined) return undefined;
  const { text, lines, frontmatter } = document;
  const nextLine = lines.startOf(lines.lineAt(field.range.end) + 1);
  const end = Math.min(nextLine, frontmatter.block!.close.start);
  const isAlone = /^[ \t]*(#.*)?[\r\n]*$/.test(text.slice(field.range.end, end));
  return isAlone ? { range: textRange(start, end), newText: '' } : undefined;
}

/** An edit that inserts a line of YAML before a field; undefined if the field does not begin its line. */
export function insertBefore(document: SkillDocument, field: Field, yaml: string): TextEdit | undefined {
  const start = startOfOwnLine(document, field);
  if (start === undefined) return undefined;
  const indentation = document.text.slice(start, field.keyRange.start);
  return { range: textRange(start, start), newText: `${indentation}${yaml}${lineEnd(document.text)}` };
}

/** Whether a field's key is written in the source, rather than merged in with other keys. */
export function hasOwnKey(source: string, { key, keyRange }: Field): boolean {
  return source.slice(keyRange.start, keyRange.end).replace(/^(["'])(.*)\1$/, '$2') === key;
}

/** The start of the line that begins with a field's key. */
function startOfOwnLine(document: SkillDocument, field: Field): number | undefined {
  const { text, lines, frontmatter } = document;
  if (!frontmatter.block || isInBraces(document)) return undefined;
  const start = lines.startOf(lines.lineAt(field.keyRange.start));
  return hasOwnKey(text, field) && text.slice(start, field.keyRange.start).trim() === '' ? start : undefined;
}
