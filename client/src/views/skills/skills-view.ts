import {
  commands,
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
import type { TreeNode } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { FollowedEditor } from './followed-editor.ts';
import { ProblemBadges } from './problem-badges.ts';
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
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => this.#tree.refresh());
  #state: TreeState | undefined;

  constructor(
    server: LanguageServer,
    memento: Memento,
    output: LogOutputChannel,
    dragAndDropController: TreeDragAndDropController<TreeNode>,
  ) {
    this.#server = server;
    this.choices = new ViewChoices(memento);
    this.#tree = new SkillTree(server, this.choices, output);
    this.#view = window.createTreeView('skillwright.skills', {
      treeDataProvider: this.#tree,
      dragAndDropController,
      showCollapseAll: true,
    });
    const badges = new ProblemBadges(server);
    this.#subscriptions = Disposable.from(
      this.#refreshing,
      this.choices,
      this.#tree,
      this.#view,
      badges,
      this.#refreshed,
      new FollowedEditor(this),
      this.#tree.onDidShow((state) => this.#show(state)),
      this.choices.onDidChange(() => this.#tree.refresh()),
      server.onDidChangeCatalog(() => {
        this.#refreshing.schedule();
        badges.refresh();
      }),
      server.onDidChangeRunning(() => this.#tree.refresh()),
      workspace.onDidGrantWorkspaceTrust(() => this.#showMessage()),
      this.#view.onDidExpandElement(({ element }) => this.choices.rememberExpansion(element.id, true)),
      this.#view.onDidCollapseElement(({ element }) => this.choices.rememberExpansion(element.id, false)),
    );
  }

  /** The tree has been shown or refreshed. */
  readonly onDidRefresh: Event<void> = this.#refreshed.event;

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
    this.#tree.refresh();
    if (selecting && this.visible) await this.select(selecting.toString()).catch(() => false);
  }

  /** Selects the skill that a file belongs to, without taking the focus; false if it is not in the tree. */
  async select(uri: string): Promise<boolean> {
    const node = await this.#server.request('skillwright/skillAt', { ...this.choices.forServer(), uri });
    if (!node) return false;
    // Keeps the selection if the user selected one of the skill's files.
    if (node.skill === undefined || this.selected?.skill !== node.skill)
      await this.#view.reveal(node, { select: true, focus: false, expand: false });
    return true;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #show(state: TreeState): void {
    this.#state = state;
    void commands.executeCommand('setContext', 'skillwright.skills', this.choices.filter === '' ? state : 'filtered');
    this.#showMessage();
    this.#refreshed.fire();
  }

  /** The message above the tree. It would replace the welcome view, so there is none while that is shown. */
  #showMessage(): void {
    const { filter } = this.choices;
    const lines: string[] = [];
    if (filter !== '' && this.#state === 'filled') lines.push(`Filtered by “${filter}”`);
    if (filter !== '' && this.#state === 'empty') lines.push(`No skills match “${filter}”`);
    if (!workspace.isTrusted && this.#state === 'filled') lines.push('Restricted Mode: skills are read-only');
    // The type does not allow it, but only undefined removes the message.
    (this.#view as { message: string | undefined }).message = lines.length > 0 ? lines.join(' · ') : undefined;
  }
}
