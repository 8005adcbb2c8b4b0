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

/** The content of the tree of skills. */
export type TreeState = 'filled' | 'empty' | 'failed';

/** Rows that no answer has, so that the next refresh shows what it reads. */
const unknownRows = '';

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
  /** The nodes that the rows of a group were made of, as text, by the group; {@link unknownRows} if that is uncertain. */
  readonly #shownRows = new Map<string | undefined, string>();
  /** The tooltips that VS Code has requested since the last refresh, by the node. It requests each of them once. */
  readonly #shownTooltips = new Map<string, string | null>();
  /**
   * Nodes that were read for a refresh, each for one request. VS Code forgets its rows when they are refreshed, and runs
   * the command of a menu without its row until it has them again, so that must not wait for the server.
   */
  #answers = new Map<string | undefined, TreeNode[]>();
  #refreshes = 0;
  /** How often VS Code was told to request everything again. */
  #changes = 0;
  #state: TreeState | undefined;

  constructor(server: LanguageServer, choices: ViewChoices, badges: ProblemBadges, output: LogOutputChannel) {
    this.#server = server;
    this.#badges = badges;
    this.#choices = choices;
    this.#output = output;
  }

  readonly onDidChangeTreeData = this.#changed.event;

  /** The roots have been read. */
  readonly onDidShow: Event<TreeState> = this.#shown.event;

  /** Reads everything again, and shows what has changed. A tree that is not visible reads it when it is. */
  async refresh(isVisible: boolean): Promise<void> {
    const refresh = ++this.#refreshes;
    const answers = isVisible ? await this.#readAll() : new Map();
    const isShown = isVisible && (await this.#isShown(answers));
    if (refresh !== this.#refreshes) return;
    if (isShown) {
      // VS Code may not have requested all groups yet. What was read for them before must not be what it gets.
      this.#answers = new Map([...answers].filter(([parent]) => !this.#shownParents.has(parent)));
      // Rows that remain as they are keep their selection and the menu that is open on them.
      if (this.#state) this.#shown.fire(this.#state);
      return;
    }
    this.#changes++;
    this.#answers = answers;
    this.#shownParents.clear();
    this.#shownRows.clear();
    this.#shownTooltips.clear();
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
      this.#show(filled ? 'filled' : 'empty');
      return filled ? roots : [];
    } catch (error) {
      this.#output.error('Could not read the skill tree', String(error));
      if (!node) this.#show('failed');
      return [];
    }
  }

  async getParent(node: TreeNode): Promise<TreeNode | null> {
    return this.#server.request('skillwright/parent', { ...this.#choices.forServer(), node: node.id });
  }

  async resolveTreeItem(item: TreeItem, node: TreeNode, token: CancellationToken): Promise<TreeItem> {
    const text = await this.#server.request('skillwright/tooltip', { node: node.id }, token);
    this.#shownTooltips.set(node.id, text);
    item.tooltip = text === null ? node.label : tooltipText(text);
    return item;
  }

  async #nodesIn(parent: string | undefined): Promise<TreeNode[]> {
    const change = this.#changes;
    this.#shownParents.add(parent);
    const answer = this.#answers.get(parent);
    this.#answers.delete(parent);
    const nodes = answer ?? (await this.#request(parent));
    // Otherwise VS Code requests it again, and shows that.
    if (change === this.#changes) this.#remember(parent, this.#rowsOf(nodes));
    return nodes;
  }

  /** VS Code requests nodes again before it reveals one of them, and does not show those: it shows these or those before. */
  #remember(parent: string | undefined, rows: string): void {
    const before = this.#shownRows.get(parent);
    this.#shownRows.set(parent, before === undefined || before === rows ? rows : unknownRows);
  }

  #show(state: TreeState): void {
    this.#state = state;
    this.#shown.fire(state);
  }

  /** Whether the tree already shows these nodes, in every group on screen, and the tooltips that the server has for them. */
  async #isShown(nodes: ReadonlyMap<string | undefined, TreeNode[]>): Promise<boolean> {
    const hasRows = [...this.#shownParents].every((parent) => {
      const inGroup = nodes.get(parent);
      return inGroup !== undefined && this.#rowsOf(inGroup) === this.#shownRows.get(parent);
    });
    if (!hasRows || this.#shownParents.size === 0) return false;
    const tooltips = await Promise.all(
      [...this.#shownTooltips].map(async ([node, shown]) => {
        const now = await this.#server.request('skillwright/tooltip', { node }).catch(() => undefined);
        return now === shown;
      }),
    );
    return tooltips.every(Boolean);
  }

  /** Everything that the rows of these nodes are made of; not whether the user has expanded them since. */
  #rowsOf(nodes: readonly TreeNode[]): string {
    return JSON.stringify(nodes.map((node) => [node, { ...this.getTreeItem(node), collapsibleState: undefined }]));
  }

  #request(parent: string | undefined): Promise<TreeNode[]> {
    const choices = this.#choices.forServer();
    return this.#server.request('skillwright/tree', parent === undefined ? choices : { ...choices, parent });
  }

  /** The nodes in every group on screen, or soon on it. What cannot be read is requested again when it is shown. */
  async #readAll(): Promise<Map<string | undefined, TreeNode[]>> {
    const parents = [...new Set([...this.#shownParents, ...this.#answers.keys()])];
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
