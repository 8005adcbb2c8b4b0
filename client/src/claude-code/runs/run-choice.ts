import { type QuickPickItem, window } from 'vscode';
import type { RunSummary } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { labelText } from '../../text/displayed-text.ts';
import type { RunPanels } from './run-panels.ts';
import { isActive, runFacts } from './run-words.ts';
import type { RunsView } from './runs-view.ts';

/** The argument of our key bindings: their commands act on the selection in the view. */
const ofSelection = 'selection';

/** Whether a run is in the list to choose from. */
export type Fits = (run: RunSummary) => boolean;

export const ended: Fits = (run) => !isActive(run);

/** Finds out which run a command acts on, by asking if nothing says so. */
export class RunChoice {
  readonly #server: LanguageServer;
  readonly #view: RunsView;
  readonly #panels: RunPanels;

  constructor(server: LanguageServer, view: RunsView, panels: RunPanels) {
    this.#server = server;
    this.#view = view;
    this.#panels = panels;
  }

  /** The run of the row whose menu was opened, of the active tab, or else one chosen from a list. Undefined for none. */
  async run(argument: unknown, fits: Fits): Promise<RunSummary | undefined> {
    const runs = await this.#server.request('skillwright/runs', {});
    const given = argument === ofSelection ? this.#view.selected?.run : (runOf(argument) ?? this.#panels.active?.id);
    if (argument === ofSelection && given === undefined) return undefined;
    if (given !== undefined) {
      const run = runs.find(({ id }) => id === given);
      if (!run) throw new Error('the run was deleted');
      return run;
    }
    const offered = runs.filter(fits);
    if (offered.length === 0) throw new Error('there is no such run');
    const now = Date.now();
    const picks = offered.map((run): QuickPickItem & { run: RunSummary } => ({
      label: labelText(run.invocation.replaceAll(/\r?\n/g, ' ⏎ ')),
      description: labelText(runFacts(run, now)),
      run,
    }));
    return (await window.showQuickPick(picks, { placeHolder: 'Select a run', matchOnDescription: true }))?.run;
  }
}

function runOf(argument: unknown): string | undefined {
  const { run } = (argument ?? {}) as { readonly run?: unknown };
  return typeof run === 'string' ? run : undefined;
}
