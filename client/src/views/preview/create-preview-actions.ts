import type { ExtensionContext } from 'vscode';
import type { SkillActions } from '../../skills/skill-actions.ts';
import { ArgumentHistory } from './arguments/argument-history.ts';
import { ConsentedCommands } from './commands/consented-commands.ts';
import { runInjections } from './commands/run-injections.ts';
import { PreviewDocuments } from './documents/preview-documents.ts';
import type { PreviewActions } from './preview-actions.ts';
import { PreviewPanels } from './preview-panels.ts';

/** The previews of what Claude Code sends, and what else the commands on previews work with. */
export function createPreviewActions(
  { extensionUri: extension, workspaceState }: ExtensionContext,
  skills: SkillActions,
): PreviewActions {
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
  skills.shownInPage.uri = () => panels.all.find(({ panel }) => panel.active)?.target?.uri.toString();
  return { skills, panels, documents, history, consented };
}

function outcomesOf({ runs }: PreviewPanels['all'][number]) {
  return runs.outcomes;
}
