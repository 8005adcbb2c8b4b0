import { type Disposable, type Event, EventEmitter, type Memento } from 'vscode';
import type { SkillGrouping, TreeParams } from '../../../../server/src/protocol.ts';
import { setContext } from '../../contributions/set-context.ts';

const stateKey = 'skillwright.skills.view';
/** Groups whose state is remembered; the oldest are forgotten. */
const rememberedGroups = 500;

/** The word in a filter for skills with problems. */
export const problemsWord = '@problems';

interface Choices {
  readonly grouping: SkillGrouping;
  readonly filter: string;
  readonly hideEmpty: boolean;
  /** Whether the user expanded or collapsed a node, by its id. */
  readonly expanded: Readonly<Record<string, boolean>>;
}

/** How the user configured the Skills view, stored with the workspace. */
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

  /** A choice has changed that affects the content of the tree. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get grouping(): SkillGrouping {
    return this.#choices.grouping;
  }

  get filter(): string {
    return this.#choices.filter;
  }

  /** Whether the tree is another one when a skill has other problems. */
  get dependOnProblems(): boolean {
    return this.grouping === 'problems' || this.#filtersProblems;
  }

  /** The choices that the server needs. */
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

  /** Whether the user expanded or collapsed this node; undefined if they did neither. */
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

  get #filtersProblems(): boolean {
    return this.filter.split(/\s+/).includes(problemsWord);
  }

  #keep(): void {
    void this.#memento.update(stateKey, this.#choices);
  }

  #showInMenus(): void {
    void setContext('filtered', this.#choices.filter !== '');
    void setContext('onlyProblems', this.#filtersProblems);
    void setContext('emptyGroupsHidden', this.#choices.hideEmpty);
  }
}
