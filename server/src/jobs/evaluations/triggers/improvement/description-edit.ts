import { readText } from '../../../../dialect/coercion.ts';
import { readDocument } from '../../../../document/read-document.ts';
import type { RuntimeId } from '../../../../document/runtime-id.ts';
import { insertField, replaceValue } from '../../../../rules/edits/write-field.ts';
import type { TextEdit } from '../../../../rules/rule.ts';

/**
 * The edit that gives a skill another description; undefined where that cannot be written without changing something else,
 * as in a file without frontmatter.
 */
export function descriptionEdit(text: string, description: string, runtime: RuntimeId): TextEdit | undefined {
  const document = readDocument(text, runtime, 'skill');
  const field = document.frontmatter.fields.get('description');
  const edit = field ? replaceValue(text, field, description) : insertField(document, 'description', description);
  if (!edit) return undefined;
  const after = readDocument(applied(text, edit), runtime, 'skill');
  return readText(after.frontmatter.fields.get('description')?.value, runtime) === description ? edit : undefined;
}

export function applied(text: string, { range, newText }: TextEdit): string {
  return `${text.slice(0, range.start)}${newText}${text.slice(range.end)}`;
}
