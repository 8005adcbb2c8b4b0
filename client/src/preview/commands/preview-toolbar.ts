import { Disposable, env, window } from 'vscode';
import type { InvocationPreview } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { ArgumentHistory } from '../arguments/argument-history.ts';
import { chooseArguments } from '../arguments/choose-arguments.ts';
import { chooseNewer } from '../choose-newer.ts';
import type { Previews } from '../create-previews.ts';
import type { PreviewDocuments } from '../documents/preview-documents.ts';
import type { ConsentedCommands } from '../injections/consented-commands.ts';
import { runInjections } from '../injections/run-injections.ts';
import type { PreviewPanel, PreviewTarget } from '../preview-panel.ts';

/** A preview that shows a text. */
interface ShownPreview {
  readonly panel: PreviewPanel;
  readonly target: PreviewTarget;
  readonly preview: InvocationPreview;
}

/** The commands on an open preview. They act on the active preview, or else on the one that was active last. */
export function registerPreviewToolbar(
  server: LanguageServer,
  failures: FailureReporter,
  { panels, documents, history, consented }: Previews,
): Disposable {
  const withPreview = (failure: string, work: (shown: ShownPreview) => Promise<void>) =>
    failures.guard(failure, async () => {
      const panel = panels.current;
      if (!panel?.target || !panel.preview) throw new Error('no skill preview is open');
      await work({ panel, target: panel.target, preview: panel.preview });
    });
  return Disposable.from(
    registerCommand('previewLock', () => {
      if (panels.current) panels.current.locked = true;
    }),
    registerCommand('previewUnlock', () => {
      if (panels.current) panels.current.locked = false;
    }),
    registerCommand('previewChooseArguments', () =>
      withPreview('Could not choose the arguments', (shown) => chooseRecentArguments(history, shown)),
    ),
    registerCommand('previewChooseNewer', () =>
      withPreview('Could not choose the skills', (shown) => chooseNewerSkills(server, shown)),
    ),
    registerCommand('previewCompareArguments', () =>
      withPreview('Could not compare the arguments', (shown) => compareArguments(documents, history, shown)),
    ),
    registerCommand('previewCopyText', () => withPreview('Could not copy the text', copyText)),
    registerCommand('previewCopyInvocation', () => withPreview('Could not copy the invocation', copyInvocation)),
    registerCommand('previewOpenText', () =>
      withPreview('Could not open the text', (shown) => openText(documents, shown)),
    ),
    registerCommand('previewRunInjections', () =>
      withPreview('Could not run the commands', (shown) => runAllowedInjections(consented, shown)),
    ),
  );
}

async function chooseRecentArguments(history: ArgumentHistory, { panel, target }: ShownPreview): Promise<void> {
  panel.remember();
  const chosen = await chooseArguments('Recent Arguments', history.of(target.uri.toString()));
  if (chosen === undefined) return;
  panel.setArguments(chosen);
  panel.focus();
}

async function chooseNewerSkills(server: LanguageServer, { panel, target }: ShownPreview): Promise<void> {
  const params = { uri: target.uri.toString(), arguments: target.arguments, compaction: { newer: panel.newer } };
  const compaction = (await server.request('skillwright/preview', params))?.compaction;
  if (!compaction) return;
  const chosen = await chooseNewer(compaction, panel.newer);
  if (chosen) panel.chooseNewer(chosen);
}

async function compareArguments(
  documents: PreviewDocuments,
  history: ArgumentHistory,
  { panel, target, preview }: ShownPreview,
): Promise<void> {
  panel.remember();
  const uri = target.uri.toString();
  const earlier = history.of(uri).filter((text) => text !== target.arguments);
  const others = target.arguments === '' ? earlier : [...earlier, ''];
  const chosen = await chooseArguments('Compare with Other Arguments', others);
  if (chosen === undefined) return;
  await documents.compare(preview.invocation, { uri, arguments: target.arguments }, chosen);
}

async function copyText({ panel, preview }: ShownPreview): Promise<void> {
  panel.remember();
  await env.clipboard.writeText(preview.text);
  window.setStatusBarMessage(`Copied the text of ${preview.invocation}`, 3_000);
}

/** Copies what the user types in Claude Code to get what the preview shows. */
async function copyInvocation({ panel, target, preview }: ShownPreview): Promise<void> {
  panel.remember();
  const typed = target.arguments === '' ? preview.invocation : `${preview.invocation} ${target.arguments}`;
  await env.clipboard.writeText(typed);
  window.setStatusBarMessage(`Copied: ${typed}`, 3_000);
}

async function openText(documents: PreviewDocuments, { panel, target, preview }: ShownPreview): Promise<void> {
  panel.remember();
  await documents.open(preview.invocation, { uri: target.uri.toString(), arguments: target.arguments });
}

/** Runs the skill's commands that Claude Code would run, after consent. */
async function runAllowedInjections(consented: ConsentedCommands, { panel, preview }: ShownPreview): Promise<void> {
  const injections = preview.injections.filter(
    ({ origin, permission }) => origin !== 'argument' && permission !== 'refused',
  );
  if (injections.length === 0) throw new Error('the skill has no commands that Claude Code would run');
  await runInjections(panel, injections, consented);
}
