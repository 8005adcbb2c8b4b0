import type { ShownCase, ShownGrader, ShownResultRun } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { icon, icons } from '../icons.ts';
import { runDetails } from './run-details.ts';
import { stateMark, stateWord } from './state-mark.ts';
import { figures } from './statistics-section.ts';
import { table } from './table.ts';

/** What a case does in its page. */
export interface CaseEvents {
  toggled(open: boolean): void;
  /** Its runs are to be shown. */
  runs(): void;
  openFile(uri: string): void;
}

/** A case: its arms side by side, and what each grader said when it is opened. */
export class CaseDetails {
  readonly element: HTMLDetailsElement;
  readonly name: string;
  /** It did not pass. */
  readonly isFailed: boolean;
  readonly #case: ShownCase;
  readonly #arms: readonly string[];
  /** What is said about runs is called differently by skill-creator. */
  readonly #judge: string;
  readonly #events: CaseEvents;
  readonly #runs = html('div', { class: 'runs' });
  #isFilled = false;

  constructor(it: ShownCase, arms: readonly string[], judge: string, events: CaseEvents) {
    this.#case = it;
    this.#arms = arms;
    this.#judge = judge;
    this.#events = events;
    this.name = it.name;
    this.isFailed = it.state !== 'passed' && it.state !== 'unknown';
    this.element = html('details', { class: 'case' }, this.#summary());
    this.element.addEventListener('toggle', () => {
      this.#fill();
      events.toggled(this.element.open);
    });
  }

  open(): void {
    this.element.open = true;
    this.#fill();
  }

  showRuns(runs: readonly ShownResultRun[]): void {
    const parts = runs.map((run) => runDetails(run, this.name, (uri) => this.#events.openFile(uri)));
    const more = this.#case.runs - runs.length;
    const note = more > 0 ? [html('p', { class: 'hint' }, `${more} more runs are not shown.`)] : [];
    this.#runs.replaceChildren(...parts, ...note);
  }

  #summary(): HTMLElement {
    const { name, state, arms, delta, change } = this.#case;
    const scores = arms.map(({ score, runs }, index) =>
      html(
        'span',
        { class: 'arm', title: runs },
        html('span', { class: 'hint' }, this.#arms[index]!),
        ' ',
        html('b', {}, score),
      ),
    );
    for (const [label, value] of [
      ['Difference', delta],
      ['Since old version', change],
    ] as const) {
      if (value === undefined) continue;
      scores.push(html('span', { class: 'arm' }, html('span', { class: 'hint' }, label), ' ', html('b', {}, value)));
    }
    return html(
      'summary',
      {},
      stateMark(state),
      html('span', { class: 'name' }, name),
      html('span', { class: 'arms' }, ...scores),
    );
  }

  /** Most cases are never opened. */
  #fill(): void {
    if (this.#isFilled || !this.element.open) return;
    this.#isFilled = true;
    const { name, prompt, expectedOutput, graders, endings, advisories, runs, statistics } = this.#case;
    const shownRuns = html(
      'details',
      { class: 'run-list' },
      html('summary', {}, runs === 1 ? '1 run' : `${runs} runs`),
    );
    shownRuns.append(this.#runs);
    this.#runs.append(html('p', { role: 'status' }, 'Reading the runs…'));
    shownRuns.addEventListener('toggle', () => shownRuns.open && this.#events.runs(), { once: true });
    this.element.append(
      html(
        'div',
        { class: 'body' },
        ...endings.map((ending) => notice('error', ending)),
        ...advisories.map((advice) => notice('warning', advice)),
        ...(prompt === undefined ? [] : [labelled('Prompt', prompt)]),
        ...(expectedOutput === undefined ? [] : [labelled('Expected', expectedOutput)]),
        graders.length === 0 ? html('p', { class: 'hint' }, 'No graders.') : this.#graders(),
        ...(statistics ? [figures(`Repeated runs of ${name}`, statistics)] : []),
        ...(runs > 0 ? [shownRuns] : []),
      ),
    );
  }

  #graders(): HTMLElement {
    const { graders, name } = this.#case;
    const rows = graders.map((grader) => [graderName(grader), ...grader.cells.map(graderCell)]);
    return table(`${this.#judge}s of ${name}`, [this.#judge, ...this.#arms], rows);
  }
}

function graderName({ name, type, notes, criteria }: ShownGrader): HTMLElement {
  const facts = [...(type === undefined ? [] : [type]), ...notes];
  const made = html('span', {}, html('span', { class: 'grader' }, name));
  if (facts.length > 0) made.append(' ', html('span', { class: 'hint' }, facts.join(' · ')));
  if (criteria !== undefined) made.append(html('p', { class: 'reasons written' }, criteria));
  return made;
}

function graderCell({ state, text, reasons }: ShownGrader['cells'][number]): HTMLElement {
  const hasRuns = text !== '–';
  const made = html('div', { class: 'verdict' }, hasRuns ? stateMark(state) : '');
  // One run says no more than the mark does.
  const word = text === stateWord(state).toLowerCase() ? stateWord(state) : text;
  const lines = reasons.map((reason) => html('li', {}, reason));
  made.append(html('div', {}, word, ...(lines.length > 0 ? [html('ul', { class: 'reasons' }, ...lines)] : [])));
  return made;
}

/** Something that the runner or a run said. */
export function notice(severity: 'error' | 'warning' | 'info', text: string): HTMLElement {
  const path = { error: icons.error, warning: icons.warning, info: icons.info }[severity];
  return html('div', { class: 'banner', 'data-severity': severity }, icon(path), html('p', {}, text));
}

function labelled(label: string, text: string): HTMLElement {
  return html('div', { class: 'labelled' }, html('h3', {}, label), html('p', { class: 'written' }, text));
}
