import { Uri, window, workspace } from 'vscode';
import type { SettingsEdit } from '../../../../server/src/protocol.ts';
import { messageText } from '../../text/displayed-text.ts';
import type { SkillActions } from '../skill-actions.ts';
import { changeSettings } from './change-settings.ts';

/** What is to be allowed. */
export interface AllowedRules {
  /** `Let Claude use review without asking?` */
  readonly question: string;
  /** The name of the change, for Undo. */
  readonly label: string;
  /** Finds the edit, which is empty if the rules are there already. */
  readonly ask: () => Promise<{ readonly edit: SettingsEdit; readonly rules: readonly string[] }>;
}

/** Adds permission rules to settings of Claude Code, after the user has read them. */
export async function allowRules(actions: SkillActions, { question, label, ask }: AllowedRules): Promise<void> {
  const { edit: proposed, rules } = await ask();
  const file = workspace.asRelativePath(Uri.parse(proposed.uri));
  const named = rules.join(', ');
  if (proposed.edits.length === 0) {
    void window.showInformationMessage(messageText(`${file} already allows ${named}`));
    return;
  }
  const add = 'Always Allow';
  const what = rules.length === 1 ? 'the rule' : 'the rules';
  const detail = `Adds ${what} ${named} to permissions.allow in ${file}.`;
  if ((await window.showWarningMessage(messageText(question), { modal: true, detail }, add)) !== add) return;
  await actions.history.make(async () => {
    // Requested again: the file may have changed while the user was reading.
    const { edit } = await ask();
    return edit.edits.length > 0 ? changeSettings(edit, label) : undefined;
  });
  await actions.view.reload();
}
