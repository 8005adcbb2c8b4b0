import { l10n, window } from 'vscode';
import type { PreviewInjection } from '../../../../server/src/protocol.ts';
import { visibleText } from './visible-text.ts';

/** What a person said: run it, run it and do not ask about it again, or neither. */
export type Consent = 'once' | 'always' | 'no';

/** More than this does not fit into a question. In UTF-16 units. */
const mostShown = 3_000;

/** Asks whether these very commands may run. `folder` is a path. */
export async function askConsent(injections: readonly PreviewInjection[], folder: string): Promise<Consent> {
  const [once, always] = [l10n.t('Run Once'), l10n.t('Run and Don’t Ask Again')];
  const question =
    injections.length === 1
      ? l10n.t('Run this command on your machine?')
      : l10n.t('Run these {0} commands on your machine?', injections.length);
  const detail = [
    commandsInWords(injections),
    l10n.t('In the folder {0}', folder),
    ...(injections.some(({ origin }) => origin === 'contains-argument')
      ? [l10n.t('A part of it comes from the arguments.')]
      : []),
    ...(injections.some(({ permission }) => permission === 'refused')
      ? [l10n.t('Claude Code would refuse it: no permission rule allows it.')]
      : []),
  ].join('\n\n');
  const answer = await window.showWarningMessage(question, { modal: true, detail }, once, always);
  return answer === once ? 'once' : answer === always ? 'always' : 'no';
}

/** Asks about a command that arguments made one; the answer holds for this time only. */
export async function askConsentForIntroduced(injection: PreviewInjection, folder: string): Promise<Consent> {
  const once = l10n.t('Run Once');
  const question = l10n.t('The arguments introduced this command. Run it on your machine?');
  const detail = [
    commandsInWords([injection]),
    l10n.t('In the folder {0}', folder),
    l10n.t('The skill does not contain it. Claude Code would run it when these arguments are typed.'),
  ].join('\n\n');
  return (await window.showWarningMessage(question, { modal: true, detail }, once)) === once ? 'once' : 'no';
}

function commandsInWords(injections: readonly PreviewInjection[]): string {
  const commands = injections.map(({ command }) => visibleText(command)).join('\n\n');
  if (commands.length <= mostShown) return commands;
  const rest = commands.length - mostShown;
  return l10n.t(
    '{0}…\n\n{1} more characters are not shown here. Read them in the preview first.',
    commands.slice(0, mostShown),
    rest.toLocaleString(),
  );
}
