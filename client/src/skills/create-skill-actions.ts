import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { LanguageServer } from '../language-server/language-server.ts';
import { SkillDragAndDrop } from '../views/skills/skill-drag-and-drop.ts';
import { SkillsView } from '../views/skills/skills-view.ts';
import { ChangeHistory } from './changes/change-history.ts';
import type { SkillActions } from './skill-actions.ts';

/** The Skills view, and what else the commands on skills work with. */
export function createSkillActions(
  { workspaceState }: ExtensionContext,
  server: LanguageServer,
  output: LogOutputChannel,
): SkillActions {
  // Nothing can be dropped before the view exists.
  const dragAndDrop = new SkillDragAndDrop(() => actions);
  const actions: SkillActions = {
    server,
    output,
    view: new SkillsView(server, workspaceState, output, dragAndDrop),
    history: new ChangeHistory(),
    shownInPage: { uri: () => undefined },
  };
  return actions;
}
