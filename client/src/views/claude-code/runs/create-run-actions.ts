import type { ExtensionContext } from 'vscode';
import type { SkillActions } from '../../../skills/skill-actions.ts';
import type { PreviewActions } from '../../preview/preview-actions.ts';
import type { RunActions } from './run-actions.ts';
import { RunPanels } from './run-panels.ts';
import { RunsView } from './runs-view.ts';

/** The Runs view, the tabs of runs, and what else the commands on runs work with. */
export function createRunActions(
  { extensionUri, workspaceState }: ExtensionContext,
  skills: SkillActions,
  previews: PreviewActions,
): RunActions {
  return {
    skills,
    previews,
    view: new RunsView(skills.server, skills.output),
    panels: new RunPanels(extensionUri, skills),
    memento: workspaceState,
  };
}
