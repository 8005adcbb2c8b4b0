import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { readDocument } from '../../document/read-document.ts';
import { replaceValue } from '../../rules/edits/write-field.ts';

/**
 * The text of a copied skill whose field `name` has the new name: two skills with one `name` hide each other. Null if
 * there is nothing to change.
 */
export function renamedText(text: string, name: string): string | null {
  const field = readDocument(text, DEFAULT_RUNTIME).frontmatter.fields.get('name');
  if (field?.value.kind !== 'scalar' || field.value.value === null || field.value.value === name) return null;
  const edit = replaceValue(text, field, name);
  return edit ? text.slice(0, edit.range.start) + edit.newText + text.slice(edit.range.end) : null;
}
