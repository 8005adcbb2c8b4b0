import { runInTerminal } from '#host/run-in-terminal.ts';
import type { StartRunParams } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { SkillsView } from '../../skills/view/skills-view.ts';
import { forgetProblem, reportProblem } from './report-problem.ts';
import type { RunPanels } from './run-panels.ts';
import type { RunTarget } from './run-target.ts';
import type { RunsView } from './runs-view.ts';

/** Starts Claude Code with a skill, and shows where it runs. */
export class RunStarter {
  readonly #server: LanguageServer;
  readonly #skills: SkillsView;
  readonly #runs: RunsView;
  readonly #panels: RunPanels;

  constructor(server: LanguageServer, skills: SkillsView, runs: RunsView, panels: RunPanels) {
    this.#server = server;
    this.#skills = skills;
    this.#runs = runs;
    this.#panels = panels;
  }

  /** Runs a skill, which the user has asked for. Says why if it cannot. */
  async start(params: StartRunParams, target: RunTarget): Promise<void> {
    if (!(await this.#server.askAboutRights())) return;
    const started =
      target === 'terminal'
        ? await this.#server.request('skillwright/terminalRun', params)
        : await this.#server.request('skillwright/startRun', params);
    if ('problem' in started) return reportProblem(started);
    forgetProblem();
    if (!('run' in started)) return runInTerminal(started);
    this.#panels.open(started.run);
    // Another view container is not replaced: the page shows the run.
    if (this.#skills.visible) await this.#runs.show(started.run.id);
  }
}
