import {
  Disposable,
  EventEmitter,
  type LogOutputChannel,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  window,
  workspace,
} from 'vscode';
import type { RunSummary } from '../../../../server/src/protocol.ts';
import { setContext } from '../../contributions/set-context.ts';
import { viewId } from '../../contributions/view-id.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { revealRow } from '../../views/reveal-row.ts';
import { programSetting } from './report-problem.ts';
import { runTreeItem } from './run-tree-item.ts';
import { isActive } from './run-words.ts';

/** A run by its id: the argument of commands on runs. */
interface RunReference {
  readonly run: string;
}

/** The durations of runs go on although nothing happens. In milliseconds. */
const tick = 1_000;

/** The Runs view: what was run in this workspace, the newest first. */
export class RunsView implements TreeDataProvider<RunReference>, Disposable {
  readonly #server: LanguageServer;
  readonly #output: LogOutputChannel;
  readonly #changed = new EventEmitter<RunReference[] | undefined>();
  readonly #view: TreeView<RunReference>;
  readonly #subscriptions: Disposable;
  /** VS Code tells rows apart by these objects. */
  readonly #references = new Map<string, RunReference>();
  #runs: readonly RunSummary[] = [];
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor(server: LanguageServer, output: LogOutputChannel) {
    this.#server = server;
    this.#output = output;
    this.#view = window.createTreeView(viewId('runs'), { treeDataProvider: this });
    this.#subscriptions = Disposable.from(
      this.#changed,
      this.#view,
      server.on('runsChanged', () => {
        this.refresh();
        // A view that is not shown is not asked for its rows, but the palette offers what can be done with runs.
        if (!this.#view.visible) void this.#readRuns();
      }),
      server.onDidChangeRunning(() => this.refresh()),
      workspace.onDidGrantWorkspaceTrust(() => this.refresh()),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(programSetting)) void setContext('claudeCodeMissing', false);
      }),
    );
  }

  readonly onDidChangeTreeData = this.#changed.event;

  get selected(): RunReference | undefined {
    return this.#view.selection[0];
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  getTreeItem({ run: id }: RunReference): TreeItem | Promise<TreeItem> {
    const run = this.#runs.find((it) => it.id === id);
    return run ? runTreeItem(run, Date.now()) : Promise.reject(new Error('The run no longer exists'));
  }

  async getChildren(parent?: RunReference): Promise<RunReference[]> {
    if (parent) return [];
    await this.#readRuns();
    this.#showTime();
    return this.#runs.map(({ id }) => this.#reference(id));
  }

  getParent(): undefined {
    return undefined;
  }

  /** Opens the view and selects a run in it. */
  async show(run: string): Promise<void> {
    await this.#readRuns();
    if (!this.#runs.some(({ id }) => id === run)) return;
    await revealRow(this.#view, this.#reference(run), () => this.selected?.run === run);
  }

  dispose(): void {
    clearInterval(this.#ticking);
    this.#subscriptions.dispose();
  }

  #reference(run: string): RunReference {
    const reference = this.#references.get(run) ?? { run };
    this.#references.set(run, reference);
    return reference;
  }

  async #readRuns(): Promise<void> {
    this.#runs = await this.#ask();
    void setContext('hasRuns', this.#runs.length > 0);
  }

  async #ask(): Promise<readonly RunSummary[]> {
    try {
      return await this.#server.request('skillwright/runs', {});
    } catch (error) {
      this.#output.error('Could not list the runs', String(error));
      return [];
    }
  }

  #showTime(): void {
    clearInterval(this.#ticking);
    const active = this.#runs.filter(isActive).map(({ id }) => this.#reference(id));
    if (active.length > 0) this.#ticking = setInterval(() => this.#changed.fire(active), tick);
  }
}
