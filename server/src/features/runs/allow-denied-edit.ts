import type { Session } from '../../catalog/session.ts';
import type { AllowDeniedEdit } from '../../protocol.ts';
import { allowRules } from '../edits/allow-skill-edit.ts';
import { type OpenTexts, toFileEdit } from '../edits/editable-text.ts';
import type { Refusal } from '../edits/refusal.ts';

/** The edit of the local settings that permits what was denied, as "Always allow" does in Claude Code. */
export async function allowDeniedEdit(
  rules: readonly string[],
  session: Session,
  open: OpenTexts,
): Promise<AllowDeniedEdit | Refusal> {
  const change = await allowRules(rules, session, open);
  if ('error' in change) return change;
  return { rules, create: change.settings.create, ...(await toFileEdit(change.settings, change.edits)) };
}
