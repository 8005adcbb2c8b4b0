import type { SkillDocument } from '../../../document/skill-document.ts';
import { offerEdit } from '../../edits/field-edits.ts';
import { removeName } from '../../edits/remove-item.ts';
import { showText } from '../../messages/show-value.ts';
import type { Fix } from '../../rule.ts';
import type { ToolList, WrittenToolRule } from './written-tool-rules.ts';

/**
 * The fix that removes one rule from a list of tools; none where it cannot be removed alone.
 *
 * @param from what distinguishes it from the removal of an equal rule elsewhere
 */
export function offerToolRemoval(
  document: SkillDocument,
  { field }: ToolList,
  rule: WrittenToolRule,
  from = '',
): Fix[] {
  // An item of a list is removed as a whole.
  if (!rule.isVerbatim || (field.value.kind === 'list' && !rule.isAlone)) return [];
  return offerEdit(`Remove ${showText(rule.text)}${from}`, false, removeName(document, field, rule.range));
}
