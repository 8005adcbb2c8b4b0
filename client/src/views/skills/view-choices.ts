import { commands, type Disposable, type Event, EventEmitter, type Memento } from 'vscode';
import type { SkillGrouping, TreeParams } from '../../../../server/src/protocol.ts';

const stateKey = 'skillwright.skills.view';
/** Groups whose state is remembered; the oldest are forgotten. */
const rememberedGroups = 500;

interface Choices {
  readonly grouping: SkillGrouping;
  readonly filter: string;
  readonly hideEmpty: boolean;
  /** What the person opened or closed, by the id of the node. */
  readonly expanded: Readonly<Record<string, boolean>>;
}

/** How the person wants to see the tree of skills, kept with the workspace. */
export class ViewChoices implements Disposable {
  readonly #memento: Memento;
  readonly #changed = new EventEmitter<void>();
  #choices: Choices;

  constructor(memento: Memento) {
    this.#memento = memento;
    this.#choices = {
      grouping: 'tier',
      filter: '',
      hideEmpty: false,
      expanded: {},
      ...memento.get<Partial<Choices>>(stateKey),
    };
    this.#showInMenus();
  }

  /** Something that changes the content of the tree. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get grouping(): SkillGrouping {
    return this.#choices.grouping;
  }

  get filter(): string {
    return this.#choices.filter;
  }

  /** What of it the server needs to know. */
  forServer(): Omit<TreeParams, 'parent'> {
    const { grouping, filter, hideEmpty } = this.#choices;
    // Groups without a match would be noise.
    return { grouping, hideEmpty: hideEmpty || filter !== '', ...(filter && { filter }) };
  }

  change(change: Partial<Pick<Choices, 'grouping' | 'filter' | 'hideEmpty'>>): void {
    this.#choices = { ...this.#choices, ...change };
    this.#keep();
    this.#showInMenus();
    this.#changed.fire();
  }

  /** Whether the person opened or closed this node; undefined where they did neither. */
  expansionOf(id: string): boolean | undefined {
    return this.#choices.expanded[id];
  }

  rememberExpansion(id: string, expanded: boolean): void {
    const { [id]: _, ...others } = this.#choices.expanded;
    const entries = [...Object.entries(others), [id, expanded] as const].slice(-rememberedGroups);
    this.#choices = { ...this.#choices, expanded: Object.fromEntries(entries) };
    this.#keep();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #keep(): void {
    void this.#memento.update(stateKey, this.#choices);
  }

  #showInMenus(): void {
    void commands.executeCommand('setContext', 'skillwright.filtered', this.#choices.filter !== '');
    void commands.executeCommand('setContext', 'skillwright.emptyGroupsHidden', this.#choices.hideEmpty);
  }
}
