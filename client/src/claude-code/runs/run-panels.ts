import { type Disposable, ViewColumn, type WebviewPanel, type WebviewPanelSerializer, window } from 'vscode';
import type { RunSummary } from '../../../../server/src/protocol.ts';
import { setContext } from '../../contributions/set-context.ts';
import { viewId } from '../../contributions/view-id.ts';
import { pageOptions } from '../../views/webview-page.ts';
import { readKeptRun } from './page/read-run-message.ts';
import { RunPanel, type RunPanelParts } from './run-panel.ts';
import { isActive } from './run-words.ts';

const viewType = viewId('run');

/** The tabs of runs, one for each. */
export class RunPanels implements Disposable, WebviewPanelSerializer<unknown> {
  readonly #parts: RunPanelParts;
  readonly #registration: Disposable;
  #panels: RunPanel[] = [];

  constructor(parts: RunPanelParts) {
    this.#parts = parts;
    this.#registration = window.registerWebviewPanelSerializer(viewType, this);
  }

  /** The run in the active tab. */
  get active(): RunPanel | undefined {
    return this.#panels.find(({ panel }) => panel.active);
  }

  /** Shows a run in its tab. */
  open({ id }: Pick<RunSummary, 'id'>): void {
    const shown = this.#panels.find((it) => it.id === id);
    if (shown) {
      shown.panel.reveal(undefined, false);
      return;
    }
    const options = { ...pageOptions(this.#parts.extension), enableFindWidget: true };
    this.#add(window.createWebviewPanel(viewType, 'Run', ViewColumn.Active, options), id);
  }

  async deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void> {
    const id = readKeptRun(state);
    if (id === undefined) panel.dispose();
    else this.#add(panel, id);
  }

  dispose(): void {
    this.#registration.dispose();
    for (const { panel } of [...this.#panels]) panel.dispose();
  }

  #add(panel: WebviewPanel, id: string): void {
    const run = new RunPanel(panel, id, this.#parts);
    this.#panels.push(run);
    panel.onDidChangeViewState(() => this.#updateContextKeys());
    run.onDidChange(() => this.#updateContextKeys());
    panel.onDidDispose(() => {
      this.#panels = this.#panels.filter((it) => it !== run);
      run.dispose();
      this.#updateContextKeys();
    });
  }

  #updateContextKeys(): void {
    const { summary } = this.active ?? {};
    const state =
      summary === undefined ? undefined : isActive(summary) ? 'active' : summary.isEvaluation ? 'evaluated' : 'ended';
    void setContext('shownRun', state);
  }
}
