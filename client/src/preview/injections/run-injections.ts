import { ViewColumn, workspace } from 'vscode';
import type { PreviewInjection } from '../../../../server/src/protocol.ts';
import type { PreviewPanel } from '../preview-panel.ts';
import { askConsent, askConsentForIntroduced } from './ask-consent.ts';
import type { ConsentedCommands } from './consented-commands.ts';

/**
 * Runs commands of a preview after the user has agreed. A command that arguments introduced needs consent each time,
 * and separately from others.
 */
export async function runInjections(
  { panel, target, preview, runs, documents }: PreviewPanel,
  injections: readonly PreviewInjection[],
  consented: ConsentedCommands,
): Promise<void> {
  if (!workspace.isTrusted || !target || !preview) return;
  const runnable = distinct(injections).filter(({ status }) => status !== 'disabled');
  const uri = target.uri.toString();
  const run = (injection: PreviewInjection) => runs.run(uri, target.arguments, injection);
  const { folder, invocation } = preview;
  // Next to the preview, not in a third column.
  const column = panel.viewColumn === ViewColumn.One ? ViewColumn.Two : ViewColumn.One;
  const open = (text: string) => documents.openCommands(invocation, text, column);
  const introduced = runnable.filter(({ origin }) => origin === 'argument');
  if (introduced.length > 0) {
    // Separately, so that no other command is accepted with it.
    if (runnable.length > 1) return;
    if ((await askConsentForIntroduced({ injections: introduced, folder, open })) === 'once') await run(introduced[0]!);
    return;
  }
  const asked = runnable.filter(({ hash }) => !consented.has(hash));
  if (asked.length > 0) {
    const consent = await askConsent({ injections: asked, folder, open });
    if (consent === 'no') return;
    if (consent === 'always') consented.remember(asked.map(({ hash }) => hash));
  }
  // In parallel, as Claude Code runs them.
  await Promise.all(runnable.map(run));
}

/** A command that appears twice runs once. */
function distinct(injections: readonly PreviewInjection[]): PreviewInjection[] {
  return [...new Map(injections.map((injection) => [injection.hash, injection])).values()];
}
