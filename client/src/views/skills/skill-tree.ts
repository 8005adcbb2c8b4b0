import {
  type CancellationToken,
  type Disposable,
  type Event,
  EventEmitter,
  type LogOutputChannel,
  type TreeDataProvider,
  type TreeItem,
} from 'vscode';
import type { TreeNode } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { ProblemBadges } from './problem-badges.ts';
import { skillTreeItem, tooltipText } from './skill-tree-item.ts';
import type { ViewChoices } from './view-choices.ts';

/** What the tree of skills shows. */
export type TreeState = 'filled' | 'empty' | 'failed';

/** The tree of skills: displays the server's nodes, and requests only those on screen. */
export class SkillTree implements TreeDataProvider<TreeNode>, Disposable {
  readonly #server: LanguageServer;
  readonly #choices: ViewChoices;
  readonly #output: LogOutputChannel;
  readonly #badges: ProblemBadges;
  readonly #changed = new EventEmitter<undefined>();
  readonly #shown = new EventEmitter<TreeState>();

  /** The groups whose nodes VS Code has requested since the last refresh; undefined for the roots. */
  readonly #shownParents = new Set<string | undefined>();
  /**
   * Nodes that were read for a refresh, each for one request. VS Code forgets its rows when they are refreshed, and runs
   * the command of a menu without its row until it has them again, so that must not wait for the server.
   */
  #answers = new Map<string | undefined, TreeNode[]>();
  #refreshes = 0;

  constructor(server: LanguageServer, choices: ViewChoices, badges: ProblemBadges, output: LogOutputChannel) {
    this.#server = server;
    this.#badges = badges;
    this.#choices = choices;
    this.#output = output;
  }

  readonly onDidChangeTreeData = this.#changed.event;

  /** The roots have been read. */
  readonly onDidShow: Event<TreeState> = this.#shown.event;

  /** Shows everything again. A tree that is not visible reads it when it is. */
  async refresh(isVisible: boolean): Promise<void> {
    const refresh = ++this.#refreshes;
    const answers = isVisible ? await this.#readAll() : new Map();
    if (refresh !== this.#refreshes) return;
    this.#answers = answers;
    this.#shownParents.clear();
    this.#changed.fire(undefined);
  }

  getTreeItem(node: TreeNode): TreeItem {
    // Not refreshed when problems become known: VS Code then loses the rows that menus act on.
    return skillTreeItem(node, this.#choices, (badge) => this.#badges.inWords(badge));
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    try {
      if (node) return await this.#nodesIn(node.id);
      const roots = await this.#nodesIn(undefined);
      // The welcome view is more helpful than a list of empty groups.
      const filled = roots.some(({ children }) => children !== 'none');
      this.#shown.fire(filled ? 'filled' : 'empty');
      return filled ? roots : [];
    } catch (error) {
      this.#output.error('Could not read the skill tree', String(error));
      if (!node) this.#shown.fire('failed');
      return [];
    }
  }

  async getParent(node: TreeNode): Promise<TreeNode | null> {
    return this.#server.request('skillwright/parent', { ...this.#choices.forServer(), node: node.id });
  }

  async resolveTreeItem(item: TreeItem, node: TreeNode, token: CancellationToken): Promise<TreeItem> {
    const text = await this.#server.request('skillwright/tooltip', { node: node.id }, token);
    item.tooltip = text === null ? node.label : tooltipText(text);
    return item;
  }

  async #nodesIn(parent: string | undefined): Promise<TreeNode[]> {
    this.#shownParents.add(parent);
    const answer = this.#answers.get(parent);
    this.#answers.delete(parent);
    return answer ?? this.#request(parent);
  }

  #request(parent: string | undefined): Promise<TreeNode[]> {
    const choices = this.#choices.forServer();
    return this.#server.request('skillwright/tree', parent === undefined ? choices : { ...choices, parent });
  }

  /** The nodes in every group on screen. What cannot be read is requested again when it is shown. */
  async #readAll(): Promise<Map<string | undefined, TreeNode[]>> {
    const parents = [...this.#shownParents];
    const answers = await Promise.allSettled(parents.map((parent) => this.#request(parent)));
    return new Map(
      parents.flatMap((parent, index) => {
        const answer = answers[index];
        return answer?.status === 'fulfilled' ? [[parent, answer.value] as const] : [];
      }),
    );
  }

  dispose(): void {
    this.#changed.dispose();
    this.#shown.dispose();
  }
}
