import {
  Disposable,
  type Event,
  EventEmitter,
  type LogOutputChannel,
  type Memento,
  type TreeDragAndDropController,
  type TreeView,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import type { CheckedAll, CheckProgress, PastSessionsProgress, TreeNode } from '../../../../server/src/protocol.ts';
import { setContext } from '../../contributions/set-context.ts';
import { viewId } from '../../contributions/view-id.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { counted } from '../../text/counted.ts';
import { progressInWords } from '../../text/reading-progress.ts';
import { revealRow } from '../../views/reveal-row.ts';
import { FollowedEditor } from './followed-editor.ts';
import { ProblemBadges, problemsInWords } from './problem-badges.ts';
import { SkillTree, type TreeState } from './skill-tree.ts';
import { ViewChoices } from './view-choices.ts';

/** Changes of files come in bursts; the tree is refreshed after one. In milliseconds. */
const refreshDelay = 150;

/** The Skills view: the tree, its title and message, and how it is kept up to date. */
export class SkillsView implements Disposable {
  readonly choices: ViewChoices;
  readonly #tree: SkillTree;
  readonly #view: TreeView<TreeNode>;
  readonly #server: LanguageServer;
  readonly #subscriptions: Disposable;
  readonly #refreshed = new EventEmitter<void>();
  readonly #reloaded = new EventEmitter<void>();
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => void this.#refresh());
  #state: TreeState | undefined;
  #progress: CheckProgress | undefined;
  #reading: PastSessionsProgress | undefined;
  #checked: CheckedAll | undefined;

  constructor(
    server: LanguageServer,
    memento: Memento,
    output: LogOutputChannel,
    dragAndDropController: TreeDragAndDropController<TreeNode>,
  ) {
    this.#server = server;
    this.choices = new ViewChoices(memento);
    const badges = new ProblemBadges(server);
    this.#tree = new SkillTree(server, this.choices, badges, output);
    this.#view = window.createTreeView(viewId('skills'), {
      treeDataProvider: this.#tree,
      dragAndDropController,
      showCollapseAll: true,
    });
    this.#subscriptions = Disposable.from(
      this.#refreshing,
      this.choices,
      this.#tree,
      this.#view,
      badges,
      this.#refreshed,
      this.#reloaded,
      new FollowedEditor(this),
      this.#tree.onDidShow((state) => this.#show(state)),
      this.choices.onDidChange(() => void this.#refresh()),
      server.on('catalogChanged', () => this.#refreshing.schedule()),
      server.on('problemsChanged', () => {
        if (this.choices.dependOnProblems) this.#refreshing.schedule();
      }),
      server.on('checkedAll', (all) => this.#showChecked(all ?? undefined)),
      server.onDidChangeRunning(() => {
        // A server that has ended leaves nothing in the list of problems.
        this.#showChecked(undefined);
        void this.#refresh();
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.#showMessage()),
      this.#view.onDidExpandElement(({ element }) => this.choices.rememberExpansion(element.id, true)),
      this.#view.onDidCollapseElement(({ element }) => this.choices.rememberExpansion(element.id, false)),
    );
  }

  /** The tree has been shown or refreshed. */
  readonly onDidRefresh: Event<void> = this.#refreshed.event;

  /** Everything has been read again. */
  readonly onDidReload: Event<void> = this.#reloaded.event;

  get visible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  get selected(): TreeNode | undefined {
    return this.#view.selection[0];
  }

  /** Reads everything again from disk, then selects the skill of the file `selecting`. */
  async reload(selecting?: Uri): Promise<void> {
    // The tree shows failures when it requests its nodes.
    await this.#server.request('skillwright/reload', {}).catch(() => undefined);
    await this.#refresh();
    this.#reloaded.fire();
    if (selecting && this.visible) await this.select(selecting.toString()).catch(() => false);
  }

  /** Selects the skill that a file belongs to, without taking the focus; false if the tree does not show it (yet). */
  async select(uri: string): Promise<boolean> {
    const node = await this.#server.request('skillwright/skillAt', { ...this.choices.forServer(), uri });
    return node !== null && revealRow(this.#view, node, () => this.#isSelected(node));
  }

  /** Reads the nodes again: something in them may have changed that is not in the catalog. */
  refreshSoon(): void {
    this.#refreshing.schedule();
  }

  /** How far "Check All" is; undefined once it has ended. */
  showProgress(progress: CheckProgress | undefined): void {
    this.#progress = progress;
    this.#showMessage();
  }

  /** How far reading past sessions is; undefined once it has ended. */
  showReading(progress: PastSessionsProgress | undefined): void {
    if (progress === this.#reading) return;
    this.#reading = progress;
    this.#showMessage();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Whether a node is selected, or something else of its skill, such as one of the files. */
  #isSelected({ id, skill }: TreeNode): boolean {
    return this.selected?.id === id || (skill !== undefined && this.selected?.skill === skill);
  }

  async #refresh(): Promise<void> {
    await this.#tree.refresh(this.visible);
  }

  #showChecked(all: CheckedAll | undefined): void {
    this.#checked = all;
    void setContext('checkedAll', all !== undefined);
    this.#showMessage();
  }

  #show(state: TreeState): void {
    this.#state = state;
    void setContext('skills', this.choices.filter === '' ? state : 'filtered');
    this.#showMessage();
    this.#refreshed.fire();
  }

  /** The message above the tree. It would replace the welcome view, so there is none while that is shown. */
  #showMessage(): void {
    const { filter } = this.choices;
    const lines: string[] = [];
    if (filter !== '' && this.#state === 'filled') lines.push(`Filtered by “${filter}”`);
    if (filter !== '' && this.#state === 'empty') lines.push(`No skills match “${filter}”`);
    if (this.#progress) lines.push(`Checking skills: ${this.#progress.checked} of ${this.#progress.files}`);
    else if (this.#checked && this.#state === 'filled') lines.push(checkedInWords(this.#checked));
    if (this.#reading) lines.push(`Reading past sessions: ${progressInWords(this.#reading)}`);
    if (isInBrowser && this.#state === 'filled') lines.push('In a browser: only the skills of this workspace');
    if (!workspace.isTrusted && this.#state === 'filled') lines.push('Restricted Mode: skills are read-only');
    // The type does not allow it, but only undefined removes the message.
    (this.#view as { message: string | undefined }).message = lines.length > 0 ? lines.join(' · ') : undefined;
  }
}

/** `2 errors in 24 files` */
function checkedInWords({ files, ...count }: CheckedAll): string {
  return `${problemsInWords(count) || 'No problems'} in ${counted(files, 'file')}`;
}
