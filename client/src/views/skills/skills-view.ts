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
import type { ServerStart } from '../../server-start.ts';
import { FollowedEditor } from './followed-editor.ts';
import { ProblemBadges } from './problem-badges.ts';
import { SkillTree, type TreeState } from './skill-tree.ts';
import { ViewChoices } from './view-choices.ts';

/** Changes of files come in bursts; the tree is read again when one has ended. In milliseconds. */
const refreshDelay = 150;

/** The view "Skills": the tree, its title and message, and how it is kept up to date. */
export class SkillsView implements Disposable {
  readonly choices: ViewChoices;
  readonly #tree: SkillTree;
  readonly #view: TreeView<TreeNode>;
  readonly #server: ServerStart;
  readonly #subscriptions: Disposable;
  readonly #refreshed = new EventEmitter<void>();
  #state: TreeState | undefined;
  #refreshTimer: NodeJS.Timeout | undefined;

  constructor(
    server: ServerStart,
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
      this.choices,
      this.#tree,
      this.#view,
      badges,
      this.#refreshed,
      new FollowedEditor(this),
      this.#tree.onDidShow((state) => this.#show(state)),
      this.choices.onDidChange(() => this.#tree.refresh()),
      server.onDidChangeCatalog(() => {
        this.#refreshSoon();
        badges.refresh();
      }),
      server.onDidChangeRunning(() => this.#tree.refresh()),
      workspace.onDidGrantWorkspaceTrust(() => this.#showMessage()),
      this.#view.onDidExpandElement(({ element }) => this.choices.rememberExpansion(element.id, true)),
      this.#view.onDidCollapseElement(({ element }) => this.choices.rememberExpansion(element.id, false)),
    );
  }

  /** Shown, or drawn again. */
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

  /** Reads everything again, from the disk on; then selects the skill of the file `selecting`. */
  async reload(selecting?: Uri): Promise<void> {
    // Whether it fails is shown in the tree, which asks itself.
    await this.#server.request('skillwright/reload', {}).catch(() => undefined);
    this.#tree.refresh();
    if (selecting && this.visible) await this.select(selecting.toString()).catch(() => false);
  }

  /** Selects the skill that a file belongs to, without taking the focus; false where the tree does not have it. */
  async select(uri: string): Promise<boolean> {
    const node = await this.#server.request('skillwright/skillAt', { ...this.choices.forServer(), uri });
    if (!node) return false;
    // A file of the skill may be selected: then that is what the person chose.
    if (node.skill === undefined || this.selected?.skill !== node.skill)
      await this.#view.reveal(node, { select: true, focus: false, expand: false });
    return true;
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    this.#subscriptions.dispose();
  }

  #refreshSoon(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => this.#tree.refresh(), refreshDelay);
  }

  #show(state: TreeState): void {
    this.#state = state;
    void commands.executeCommand('setContext', 'skillwright.skills', this.choices.filter === '' ? state : 'filtered');
    this.#showMessage();
    this.#refreshed.fire();
  }

  /** What VS Code writes above the tree. It would replace the welcome view, so it is left out where that is shown. */
  #showMessage(): void {
    const { filter } = this.choices;
    const lines: string[] = [];
    if (filter !== '' && this.#state === 'filled') lines.push(`Filtered by “${filter}”`);
    if (filter !== '' && this.#state === 'empty') lines.push(`No skills match “${filter}”`);
    if (!workspace.isTrusted && this.#state === 'filled') lines.push('Restricted Mode: skills are read-only');
    // The declaration does not say so, but VS Code takes a missing message only as undefined.
    (this.#view as { message: string | undefined }).message = lines.length > 0 ? lines.join(' · ') : undefined;
  }
}
