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

  constructor(server: LanguageServer, choices: ViewChoices, badges: ProblemBadges, output: LogOutputChannel) {
    this.#server = server;
    this.#badges = badges;
    this.#choices = choices;
    this.#output = output;
  }

  readonly onDidChangeTreeData = this.#changed.event;

  /** The roots have been read. */
  readonly onDidShow: Event<TreeState> = this.#shown.event;

  refresh(): void {
    this.#changed.fire(undefined);
  }

  getTreeItem(node: TreeNode): TreeItem {
    // Not refreshed when problems become known: VS Code then loses the rows that menus act on.
    return skillTreeItem(node, this.#choices, (badge) => this.#badges.inWords(badge));
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const choices = this.#choices.forServer();
    try {
      if (node) return await this.#server.request('skillwright/tree', { ...choices, parent: node.id });
      const roots = await this.#server.request('skillwright/tree', choices);
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

  dispose(): void {
    this.#changed.dispose();
    this.#shown.dispose();
  }
}
