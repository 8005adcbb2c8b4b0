import type { ExtensionContext } from 'vscode';
import type { SkillParts } from '../skills/create-skill-parts.ts';
import { ArgumentHistory } from './arguments/argument-history.ts';
import { PreviewDocuments } from './documents/preview-documents.ts';
import { ConsentedCommands } from './injections/consented-commands.ts';
import { runInjections } from './injections/run-injections.ts';
import { PreviewPanels } from './preview-panels.ts';

/** The previews of what Claude Code sends. */
export interface Previews {
  readonly panels: PreviewPanels;
  readonly documents: PreviewDocuments;
  readonly history: ArgumentHistory;
  readonly consented: ConsentedCommands;
}

export function createPreviews(
  { extensionUri: extension, workspaceState }: ExtensionContext,
  { server, output, choice, failures }: SkillParts,
): Previews {
  const history = new ArgumentHistory(workspaceState);
  const consented = new ConsentedCommands(workspaceState);
  const documents: PreviewDocuments = new PreviewDocuments(server, output, (uri) =>
    Object.assign({}, ...panels.all.filter(({ target }) => target?.uri.toString() === uri).map(outcomesOf)),
  );
  const panels: PreviewPanels = new PreviewPanels({
    extension,
    server,
    output,
    failures,
    history,
    documents,
    run: (panel, injections) => runInjections(panel, injections, consented),
  });
  choice.lookInPage(() => panels.all.find(({ panel }) => panel.active)?.target?.uri.toString());
  return { panels, documents, history, consented };
}

function outcomesOf({ runs }: PreviewPanels['all'][number]) {
  return runs.outcomes;
}
