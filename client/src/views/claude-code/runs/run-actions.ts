import type { Memento } from 'vscode';
import { runInTerminal } from '#host/run-in-terminal.ts';
import type { StartRunParams } from '../../../../../server/src/protocol.ts';
import type { SkillActions } from '../../../skills/skill-actions.ts';
import type { PreviewActions } from '../../preview/preview-actions.ts';
import { forgetProblem, reportProblem } from './report-problem.ts';
import type { RunPanels } from './run-panels.ts';
import type { RunTarget } from './run-target.ts';
import type { RunsView } from './runs-view.ts';

/** The parts of the extension that the commands on runs work with. */
export interface RunActions {
  readonly skills: SkillActions;
  readonly previews: PreviewActions;
  readonly view: RunsView;
  readonly panels: RunPanels;
  /** Remembers the user's choices for this workspace. */
  readonly memento: Memento;
}

/** Runs a skill, which the user has asked for. Says why if it cannot. */
export async function startRun(actions: RunActions, params: StartRunParams, target: RunTarget): Promise<void> {
  const { server } = actions.skills;
  if (!(await server.askAboutRights())) return;
  const started =
    target === 'terminal'
      ? await server.request('skillwright/terminalRun', params)
      : await server.request('skillwright/startRun', params);
  if ('problem' in started) return reportProblem(started);
  forgetProblem();
  if (!('run' in started)) return runInTerminal(started);
  actions.panels.open(started.run);
  // Another view container is not replaced: the page shows the run.
  if (actions.skills.view.visible) await actions.view.show(started.run.id);
}
