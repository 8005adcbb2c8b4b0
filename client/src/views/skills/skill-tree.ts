import {
  type CancellationToken,
  Disposable,
  type Event,
  EventEmitter,
  type LogOutputChannel,
  type TreeDataProvider,
  type TreeItem,
  Uri,
} from 'vscode';
import type { TreeNode } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { badgeUri, type ProblemBadges } from './problem-badges.ts';
import { skillTreeItem, tooltipText } from './skill-tree-item.ts';
import type { ViewChoices } from './view-choices.ts';

/** The problems of many rows become known in quick succession. In milliseconds. */
const recountDelay = 100;

/** What the tree of skills shows. */
export type TreeState = 'filled' | 'empty' | 'failed';

/** The tree of skills: displays the server's nodes, and requests only those on screen. */
export class SkillTree implements TreeDataProvider<TreeNode>, Disposable {
  readonly #server: LanguageServer;
  readonly #choices: ViewChoices;
  readonly #output: LogOutputChannel;
  readonly #badges: ProblemBadges;
  readonly #changed = new EventEmitter<TreeNode[] | undefined>();
  readonly #shown = new EventEmitter<TreeState>();

  readonly #subscriptions: Disposable;
  /** The rows shown last, by their ids: VS Code knows them as objects. */
  readonly #rows = new Map<string, TreeNode>();
  /** The badges of rows whose problems have changed. */
  readonly #counted = new Set<string>();
  readonly #recounting = new RunOnceScheduler(recountDelay, () => this.#refreshCounted());

  constructor(server: LanguageServer, choices: ViewChoices, badges: ProblemBadges, output: LogOutputChannel) {
    this.#server = server;
    this.#badges = badges;
    this.#subscriptions = Disposable.from(
      this.#recounting,
      badges.onDidCount((badge) => {
        this.#counted.add(badge);
        this.#recounting.schedule();
      }),
    );
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
    return skillTreeItem(node, this.#choices, (badge) => this.#badges.inWords(badge));
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const choices = this.#choices.forServer();
    try {
      if (node) return this.#keep(await this.#server.request('skillwright/tree', { ...choices, parent: node.id }));
      const roots = await this.#server.request('skillwright/tree', choices);
      this.#rows.clear();
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

  #keep(nodes: TreeNode[]): TreeNode[] {
    for (const node of nodes) this.#rows.set(node.id, node);
    return nodes;
  }

  /** Makes VS Code read again what screen readers say about some rows. */
  #refreshCounted(): void {
    const isCounted = ({ uri }: TreeNode) =>
      uri !== undefined && this.#counted.has(badgeUri(Uri.parse(uri)).toString());
    const rows = [...this.#rows.values()].filter(isCounted);
    this.#counted.clear();
    if (rows.length > 0) this.#changed.fire(rows);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
    this.#shown.dispose();
  }
}
