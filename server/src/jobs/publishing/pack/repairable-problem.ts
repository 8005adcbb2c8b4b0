import type { SkillDocument } from '../../../document/skill-document.ts';
import { type EditableText, type NotEditable, toFileEdit } from '../../../features/edits/editable-text.ts';
import type { RepairableProblem } from '../../../protocol.ts';
import type { Finding } from '../../../rules/rule.ts';

/** A finding as a problem that the user can repair in place, if it has a fix within its file. */
export async function repairableProblem(
  { message, rule, range, fixes }: Finding,
  document: SkillDocument,
  read: EditableText | NotEditable,
): Promise<RepairableProblem> {
  const { line } = document.lines.positionAt(range.start);
  const fix = fixes?.find(({ edits, rename }) => edits.length > 0 && !rename);
  if (!fix || typeof read === 'string' || read.text !== document.text) return { message, rule, line };
  return { message, rule, line, fix: { title: fix.title, edit: await toFileEdit(read, fix.edits) } };
}
