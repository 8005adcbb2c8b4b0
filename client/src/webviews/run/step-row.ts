import type { RunPart } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import type { PartOf, RowList, RowParts, RunRow } from './run-row.ts';

/** The content of a step: a line, and the part below it once the user opens it. */
export interface StepContent {
  readonly line: readonly (Node | string)[];
  /** @param isLast whether nothing happened in the step, which would be above */
  readonly body: (isLast: boolean) => readonly Node[];
}

/** A step that the user can open. Its body is created when it is opened. */
export class StepRow<Kind extends RunPart['kind']> implements RunRow {
  readonly element: HTMLElement;
  readonly kind: Kind;
  readonly order: number;
  readonly #id: string;
  readonly #parts: RowParts;
  readonly #show: (part: PartOf<Kind>) => StepContent;
  readonly #details = html('details');
  readonly #summary = html('summary', { tabindex: -1 });
  readonly #body = html('div', { class: 'body' });
  #inside: RowList | undefined;
  #content: StepContent['body'] = () => [];
  #isStale = true;

  constructor(part: PartOf<Kind>, parts: RowParts, show: (part: PartOf<Kind>) => StepContent) {
    this.#id = part.id;
    this.kind = part.kind;
    this.order = part.order;
    this.#parts = parts;
    this.#show = show;
    const attributes = { role: 'listitem', class: `row step ${part.kind}`, 'data-id': part.id };
    this.element = html('div', attributes, this.#details);
    this.#details.append(this.#summary, this.#body);
    this.#details.addEventListener('toggle', () => this.#fill());
    // The click opens or closes it afterwards, as do the keys that act as a click.
    this.#summary.addEventListener('click', () => parts.setOpened(part.id, !this.#details.open));
    this.#details.open = parts.openedByUser(part.id) === true;
    this.update(part);
  }

  update(part: RunPart): void {
    const { line, body } = this.#show(part as PartOf<Kind>);
    if ('state' in part) this.element.dataset.state = part.state;
    this.#summary.replaceChildren(...line);
    this.#content = body;
    this.#isStale = true;
    this.#fill();
  }

  rowsInside(): RowList {
    if (!this.#inside) {
      this.#inside = this.#parts.createList();
      // The result is below.
      this.#body.before(this.#inside.element);
      this.#isStale = true;
      if (this.#parts.openedByUser(this.#id) !== false) this.#details.open = true;
      this.#fill();
    }
    return this.#inside;
  }

  #fill(): void {
    if (!this.#details.open || !this.#isStale) return;
    this.#isStale = false;
    this.#body.replaceChildren(...this.#content(this.#inside === undefined));
  }
}
