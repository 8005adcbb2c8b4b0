import { Disposable, env, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { chooseArguments } from '../../views/preview/arguments/choose-arguments.ts';
import { chooseNewer } from '../../views/preview/choose-newer.ts';
import { runInjections } from '../../views/preview/commands/run-injections.ts';
import { type PreviewActions, type ShownPreview, withPreview } from '../../views/preview/preview-actions.ts';

/** The commands on an open preview. They act on the active preview, or else on the one that was active last. */
export function registerPreviewToolbar(actions: PreviewActions): Disposable {
  const { panels } = actions;
  return Disposable.from(
    registerCommand('previewLock', () => {
      if (panels.current) panels.current.locked = true;
    }),
    registerCommand('previewUnlock', () => {
      if (panels.current) panels.current.locked = false;
    }),
    registerCommand('previewChooseArguments', () =>
      withPreview(actions, 'Could not choose the arguments', (shown) => chooseRecentArguments(actions, shown)),
    ),
    registerCommand('previewChooseNewer', () =>
      withPreview(actions, 'Could not choose the skills', (shown) => chooseNewerSkills(actions, shown)),
    ),
    registerCommand('previewCompareArguments', () =>
      withPreview(actions, 'Could not compare the arguments', (shown) => compareArguments(actions, shown)),
    ),
    registerCommand('previewCopyText', () => withPreview(actions, 'Could not copy the text', copyText)),
    registerCommand('previewCopyInvocation', () =>
      withPreview(actions, 'Could not copy the invocation', copyInvocation),
    ),
    registerCommand('previewOpenText', () =>
      withPreview(actions, 'Could not open the text', (shown) => openText(actions, shown)),
    ),
    registerCommand('previewRunInjections', () =>
      withPreview(actions, 'Could not run the commands', (shown) => runAllowedInjections(actions, shown)),
    ),
  );
}

async function chooseRecentArguments({ history }: PreviewActions, { panel, target }: ShownPreview): Promise<void> {
  panel.remember();
  const chosen = await chooseArguments('Recent Arguments', history.of(target.uri.toString()));
  if (chosen === undefined) return;
  panel.setArguments(chosen);
  panel.focus();
}

async function chooseNewerSkills({ skills }: PreviewActions, { panel, target }: ShownPreview): Promise<void> {
  const params = { uri: target.uri.toString(), arguments: target.arguments, compaction: { newer: panel.newer } };
  const compaction = (await skills.server.request('skillwright/preview', params))?.compaction;
  if (!compaction) return;
  const chosen = await chooseNewer(compaction, panel.newer);
  if (chosen) panel.chooseNewer(chosen);
}

async function compareArguments(actions: PreviewActions, { panel, target, preview }: ShownPreview): Promise<void> {
  panel.remember();
  const uri = target.uri.toString();
  const earlier = actions.history.of(uri).filter((text) => text !== target.arguments);
  const others = target.arguments === '' ? earlier : [...earlier, ''];
  const chosen = await chooseArguments('Compare with Other Arguments', others);
  if (chosen === undefined) return;
  await actions.documents.compare(preview.invocation, { uri, arguments: target.arguments }, chosen);
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

async function openText({ documents }: PreviewActions, { panel, target, preview }: ShownPreview): Promise<void> {
  panel.remember();
  await documents.open(preview.invocation, { uri: target.uri.toString(), arguments: target.arguments });
}

/** Runs the skill's commands that Claude Code would run, after consent. */
async function runAllowedInjections({ consented }: PreviewActions, { panel, preview }: ShownPreview): Promise<void> {
  const injections = preview.injections.filter(
    ({ origin, permission }) => origin !== 'argument' && permission !== 'refused',
  );
  if (injections.length === 0) throw new Error('the skill has no commands that Claude Code would run');
  await runInjections(panel, injections, consented);
}
