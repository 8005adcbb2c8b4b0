import { Uri, window } from 'vscode';
import type { SettingsEdit } from '../../../server/src/protocol.ts';
import { messageText } from '../text/displayed-text.ts';
import { placeOf } from '../text/place-of.ts';
import { changeSettings } from './change-settings.ts';
import type { SkillChanges } from './skill-changes.ts';

interface AllowedRules {
  /** `Let Claude use review without asking?` */
  readonly question: string;
  /** The subject in full; undefined if the question says it. */
  readonly subject?: string;
  /** The name of the change, for Undo. */
  readonly label: string;
  /** The rules that can be allowed, the narrowest first. */
  readonly choices: readonly AllowChoice[];
}

interface AllowChoice {
  /** `Always Allow` */
  readonly title: string;
  /** Finds the edit, which is empty if the rules are there already. */
  readonly ask: () => Promise<{ readonly edit: SettingsEdit; readonly rules: readonly string[] }>;
}

/** Adds permission rules to settings of Claude Code, after the user has read them. */
export async function allowRules(changes: SkillChanges, allowed: AllowedRules): Promise<void> {
  const { question, subject, label, choices } = allowed;
  const offers = await Promise.all(choices.map(async (choice) => ({ ...choice, ...(await choice.ask()) })));
  const file = placeOf(Uri.parse(offers[0]!.edit.uri));
  const open = offers.filter(({ edit }) => edit.edits.length > 0);
  if (open.length === 0) {
    void window.showInformationMessage(messageText(`${file} already allows ${offers[0]!.rules.join(', ')}`));
    return;
  }
  const said = open.map(({ title, rules }) => {
    const named = rules.join(', ');
    const what = rules.length === 1 ? 'the rule' : 'the rules';
    const adds = `Adds ${what} ${named} to permissions.allow in ${file}${grants(rules)}.`;
    return open.length === 1 ? adds : `${title}: ${adds}`;
  });
  const detail = messageText([...(subject === undefined ? [] : [subject]), ...said].join('\n\n'));
  const titles = open.map(({ title }) => title);
  const answer = await window.showWarningMessage(messageText(question), { modal: true, detail }, ...titles);
  const chosen = open.find(({ title }) => title === answer);
  if (!chosen) return;
  await changes.make(async () => {
    // Requested again: the file may have changed while the user was reading.
    const { edit } = await chosen.ask();
    return edit.edits.length > 0 ? changeSettings(edit, label) : undefined;
  });
  await changes.show();
}

/** The other commands that a rule with a wildcard allows. */
function grants(rules: readonly string[]): string {
  const beginnings = rules.flatMap((rule) => /^Bash\((.+):\*\)$/.exec(rule)?.[1] ?? []);
  if (beginnings.length === 0) return '';
  return `, which allows every command that begins with ${beginnings.join(' or ')}, whatever follows`;
}
