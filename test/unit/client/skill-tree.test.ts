import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { SkillTree } from '../../../client/src/skills/view/skill-tree.ts';
import type { TreeNode } from '../../../server/src/protocol.ts';
import { runs } from '../../every-test.ts';

vi.mock('vscode', () => ({
  EventEmitter: class {
    readonly #listeners: ((event: unknown) => void)[] = [];
    readonly event = (listener: (event: unknown) => void) => void this.#listeners.push(listener);
    fire(event: unknown): void {
      for (const listener of this.#listeners) listener(event);
    }
  },
  TreeItem: class {
    readonly label: string;
    constructor(label: string) {
      this.label = label;
    }
  },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
}));

type Parent = string | undefined;

/** What the server knows: one group in another, both expanded, and a skill in the inner one. */
class Server {
  name = 'agenda';
  readonly #wait: fc.Scheduler;

  constructor(wait: fc.Scheduler) {
    this.#wait = wait;
  }

  request(_method: string, { parent }: { readonly parent?: string }): Promise<TreeNode[]> {
    // It may be late with its answer, but not answer with what it does not know yet.
    return this.#wait.schedule(Promise.resolve(), `request ${parent}`).then(() => {
      const nodes = this.nodesIn(parent);
      return this.#wait.schedule(Promise.resolve(nodes), `answer ${parent}`);
    });
  }

  nodesIn(parent: Parent): TreeNode[] {
    if (parent === undefined) return [nodeOf('repository', 'expanded')];
    return parent === 'repository' ? [nodeOf('skills', 'expanded')] : [nodeOf(this.name, 'none')];
  }
}

function nodeOf(id: string, children: TreeNode['children']): TreeNode {
  return { id, label: id, accessibleName: id, contextValue: 'x', children, hasTooltip: false } as unknown as TreeNode;
}

/**
 * VS Code requests the rows of a tree from the root on, group after group, and again after each change: when it has
 * ended, or at once.
 */
class Window {
  readonly #tree: SkillTree;
  readonly #wait: fc.Scheduler;
  #rows: readonly string[] = [];
  #last = Promise.resolve();
  #changes = 0;

  constructor(tree: SkillTree, wait: fc.Scheduler, endsFirst: boolean) {
    this.#tree = tree;
    this.#wait = wait;
    tree.onDidChangeTreeData(() => {
      if (endsFirst) this.#last = this.#last.then(() => this.show());
      else void this.show(++this.#changes);
    });
  }

  async show(change = this.#changes): Promise<void> {
    const rows: string[] = [];
    const add = async (node?: TreeNode): Promise<void> => {
      await this.#wait.schedule(Promise.resolve(), `window requests ${node?.id}`);
      if (change !== this.#changes) return;
      for (const child of await this.#tree.getChildren(node)) {
        rows.push(child.label);
        if (child.children !== 'none') await add(child);
      }
    };
    await add();
    if (change === this.#changes) this.#rows = rows;
  }

  /** Before it selects a row, VS Code requests the rows on the way there, and shows nothing of them. */
  async reveal(node?: TreeNode): Promise<void> {
    await this.#wait.schedule(Promise.resolve(), `window looks for a row in ${node?.id}`);
    const [child] = await this.#tree.getChildren(node);
    if (child && child.children !== 'none') await this.reveal(child);
  }

  get rows(): readonly string[] {
    return this.#rows;
  }
}

test('shows what the server knew last, whenever VS Code asks for the rows of a refresh', async () => {
  const name = fc.constantFrom('agenda', 'minutes', 'notes');
  const names = fc.array(fc.record({ name, after: fc.nat(20), reveals: fc.boolean() }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), names, fc.boolean(), async (wait, renamed, endsFirst) => {
      const server = new Server(wait);
      const choices = { filter: '', forServer: () => ({}), expansionOf: () => undefined };
      const tree = new SkillTree(server as never, choices as never, undefined as never, undefined as never);
      const window = new Window(tree, wait, endsFirst);
      void window.show();
      await wait.waitIdle();
      expect(window.rows).toEqual(['repository', 'skills', 'agenda']);
      for (const { name, after, reveals } of renamed) {
        for (let step = 0; step < after && wait.count() > 0; step++) {
          await wait.waitOne();
          // What follows without waiting comes before anything that arrives.
          await new Promise(setImmediate);
        }
        server.name = name;
        // What refreshes the tree does not wait until it is shown.
        void tree.refresh(true);
        if (reveals) void window.reveal();
      }
      await wait.waitIdle();
      expect(window.rows).toEqual(['repository', 'skills', renamed.at(-1)!.name]);
    }),
    { numRuns: runs(300) },
  );
});
