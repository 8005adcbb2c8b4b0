import type { Session } from '../../../catalog/session.ts';
import { allowRules } from '../../../features/edits/allow-skill-edit.ts';
import { type OpenTexts, toFileEdit } from '../../../features/edits/editable-text.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { AllowDeniedEdit, RunDenial } from '../../../protocol.ts';

/**
 * The edit of the local settings that permits what was denied, as "Always allow" does in Claude Code.
 *
 * @param onlyThis exactly this call, if there are rules for it
 */
export async function allowDeniedEdit(
  { rules: wide = [], exact, tool, summary }: RunDenial,
  onlyThis: boolean,
  session: Session,
  open: OpenTexts,
): Promise<AllowDeniedEdit | Refusal> {
  const rules = (onlyThis && exact) || wide;
  const change = await allowRules(rules, session, open);
  if ('problem' in change) return change;
  const call = summary === '' ? tool : summary;
  const edit = await toFileEdit(change.settings, change.edits);
  return { rules, call, hasExact: exact !== undefined, create: change.settings.create, ...edit };
}
