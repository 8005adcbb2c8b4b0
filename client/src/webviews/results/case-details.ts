import type { ShownCase, ShownComparison, ShownGrader, ShownResultRun } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { icon, icons } from '../icons.ts';
import { blindComparison } from './blind-comparison.ts';
import { comparedRuns, type JudgeEvents } from './compared-runs.ts';
import { runDetails } from './run-details.ts';
import { stateMark, stateWord } from './state-mark.ts';
import { figures } from './statistics-section.ts';
import { table } from './table.ts';

/** Events of a case in its page. */
export interface CaseEvents extends JudgeEvents {
  toggled(open: boolean): void;
  /** Its runs are to be shown. */
  runs(): void;
}

/** How statements in prose are judged: their runs are side by side, and not below each other. */
interface ProseCase {
  readonly mayJudge: boolean;
}

/** A case: its arms side by side, and what each grader said when it is opened. */
export class CaseDetails {
  readonly element: HTMLDetailsElement;
  readonly name: string;
  #case: ShownCase;
  readonly #arms: readonly string[];
  /** The word for graders: results of skill-creator have expectations. */
  readonly #judge: string;
  readonly #events: CaseEvents;
  readonly #runs = html('div', { class: 'runs' });
  readonly #prose: ProseCase | undefined;
  #graderTable: HTMLElement | undefined;
  #isFilled = false;

  constructor(
    it: ShownCase,
    arms: readonly string[],
    judge: string,
    events: CaseEvents,
    prose: ProseCase | undefined = undefined,
  ) {
    this.#prose = prose;
    this.#case = it;
    this.#arms = arms;
    this.#judge = judge;
    this.#events = events;
    this.name = it.name;
    this.element = html('details', { class: 'case' }, this.#summary());
    this.element.addEventListener('toggle', () => {
      this.#fill();
      events.toggled(this.element.open);
    });
  }

  /** It did not pass. */
  get isFailed(): boolean {
    return this.#case.state !== 'passed' && this.#case.state !== 'unknown';
  }

  open(): void {
    this.element.open = true;
    this.#fill();
  }

  /** Shows what has become of the same case; what is open, and what has the focus, stays. */
  update(it: ShownCase): void {
    if (JSON.stringify(it) === JSON.stringify(this.#case)) return;
    this.#case = it;
    this.element.querySelector(':scope > summary')?.replaceChildren(...this.#summary().childNodes);
    if (!this.#isFilled) return;
    const graders = this.#graders();
    this.#graderTable?.replaceWith(graders);
    this.#graderTable = graders;
    if (this.#prose || this.#runs.closest('details')?.open) this.#events.runs();
  }

  showRuns(runs: readonly ShownResultRun[], comparison: ShownComparison | undefined): void {
    const focused = this.#runs.contains(document.activeElement) ? document.activeElement : null;
    const name = focused?.getAttribute('aria-label');
    this.#replaceRuns(runs, comparison);
    const again = [...this.#runs.querySelectorAll<HTMLElement>('[aria-label]')].find(
      (it) => it.getAttribute('aria-label') === name,
    );
    if (name !== undefined && name !== null) again?.focus({ preventScroll: true });
  }

  #replaceRuns(runs: readonly ShownResultRun[], comparison: ShownComparison | undefined): void {
    if (this.#prose) {
      const parts = comparedRuns(runs, this.#prose.mayJudge, this.#events);
      this.#runs.replaceChildren(...(comparison ? [blindComparison(comparison)] : []), ...parts);
      return;
    }
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
    const { name, prompt, expectedOutput, endings, advisories, runs, statistics } = this.#case;
    this.#runs.append(html('p', { role: 'status' }, 'Reading the runs…'));
    const isOnce = runs <= this.#arms.length;
    this.#graderTable = this.#graders();
    this.element.append(
      html(
        'div',
        { class: 'body' },
        ...endings.map((ending) => notice('error', ending)),
        ...advisories.map((advice) => notice('warning', advice)),
        ...(prompt === undefined ? [] : [labelled('Prompt', prompt)]),
        ...(expectedOutput === undefined ? [] : [labelled('Expected', expectedOutput)]),
        // Runs side by side say the same of one run.
        ...(this.#prose && isOnce ? [] : [this.#graderTable]),
        ...(statistics ? [figures(`Repeated runs of ${name}`, statistics)] : []),
        ...(runs === 0 ? [] : [this.#prose ? this.#runs : this.#runList(runs)]),
      ),
    );
    if (this.#prose && runs > 0) this.#events.runs();
  }

  /** Runs that are read when they are asked for. */
  #runList(runs: number): HTMLElement {
    const shownRuns = html(
      'details',
      { class: 'run-list' },
      html('summary', {}, runs === 1 ? '1 run' : `${runs} runs`),
    );
    shownRuns.append(this.#runs);
    shownRuns.addEventListener('toggle', () => shownRuns.open && this.#events.runs(), { once: true });
    return shownRuns;
  }

  #graders(): HTMLElement {
    const { graders, name } = this.#case;
    if (graders.length === 0) return html('p', { class: 'hint' }, 'No graders.');
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
