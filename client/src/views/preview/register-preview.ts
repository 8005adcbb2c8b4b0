import { Disposable, type ExtensionContext } from 'vscode';
import { registerPreviewChooseArguments } from '../../commands/preview-choose-arguments.ts';
import { registerPreviewCompareArguments } from '../../commands/preview-compare-arguments.ts';
import { registerPreviewCopyInvocation } from '../../commands/preview-copy-invocation.ts';
import { registerPreviewCopyText } from '../../commands/preview-copy-text.ts';
import { registerPreviewInvocation } from '../../commands/preview-invocation.ts';
import { registerPreviewLock } from '../../commands/preview-lock.ts';
import { registerPreviewOpenText } from '../../commands/preview-open-text.ts';
import { registerPreviewRunInjections } from '../../commands/preview-run-injections.ts';
import { registerPreviewUnlock } from '../../commands/preview-unlock.ts';
import type { SkillActions } from '../../skills/skill-actions.ts';
import { ArgumentHistory } from './argument-history.ts';
import { ConsentedCommands } from './consented-commands.ts';
import type { PreviewActions } from './preview-actions.ts';
import { PreviewDocuments } from './preview-documents.ts';
import { PreviewPanels } from './preview-panels.ts';
import { runInjections } from './run-injections.ts';

const registerCommands: readonly ((actions: PreviewActions) => Disposable)[] = [
  registerPreviewInvocation,
  registerPreviewLock,
  registerPreviewUnlock,
  registerPreviewChooseArguments,
  registerPreviewCopyText,
  registerPreviewCopyInvocation,
  registerPreviewOpenText,
  registerPreviewCompareArguments,
  registerPreviewRunInjections,
];

/** Previews of what Claude Code sends when a skill is invoked. */
export function registerPreview(context: ExtensionContext, skills: SkillActions): Disposable {
  const { extensionUri: extension, workspaceState } = context;
  const history = new ArgumentHistory(workspaceState);
  const consented = new ConsentedCommands(workspaceState);
  const documents: PreviewDocuments = new PreviewDocuments(skills.server, skills.output, (uri) =>
    Object.assign({}, ...panels.all.filter(({ target }) => target?.uri.toString() === uri).map(outcomesOf)),
  );
  const panels: PreviewPanels = new PreviewPanels({
    extension,
    actions: skills,
    history,
    documents,
    run: (panel, injections) => runInjections(panel, injections, consented),
  });
  const actions: PreviewActions = { skills, panels, documents, history, consented };
  return Disposable.from(panels, documents, ...registerCommands.map((register) => register(actions)));
}

function outcomesOf({ runs }: PreviewPanels['all'][number]) {
  return runs.outcomes;
}
