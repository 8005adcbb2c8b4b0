import type { ResultHistory, ShownResult, ShownResultProblem } from '../../../../server/src/protocol.ts';
import type {
  FromResultsPage,
  KeptResults,
  ResultsPageCommand,
  ToResultsPage,
} from '../../evaluations/results/result-messages.ts';
import { counted } from '../../text/counted.ts';
import { button, html, linkButton } from '../elements.ts';
import { pageMessage } from '../page-message.ts';
import { textWithCode } from '../text-with-code.ts';
import { CaseDetails, type CaseEvents, notice } from './case-details.ts';
import { historySection } from './history-section.ts';
import { modelsSection, statisticsSection } from './statistics-section.ts';
import { timeText } from './time-text.ts';

/** The initial state of the page, and the extension. */
interface ResultsPageParts {
  readonly kept: KeptResults | undefined;
  send(message: FromResultsPage): void;
  keep(state: KeptResults): void;
}

/** The results of evaluations: cases with their arms side by side, their runs, and earlier results. */
export class ResultsPage {
  readonly element = html('main', { 'aria-busy': 'true' });
  readonly #parts: ResultsPageParts;
  readonly #history = html('div');
  /** Which result is in the arm of the old version. */
  readonly #against = html('p', { class: 'hint' });
  /** The changes since the last time. */
  readonly #changes = html('p', { role: 'status' });
  readonly #models = html('div');
  readonly #onlyFailed = document.createElement('vscode-checkbox') as HTMLElement & { checked: boolean };
  readonly #opened: Set<string>;
  #result: ShownResult | undefined;
  #canRun = false;
  #shown = '';
  #cases: readonly CaseDetails[] = [];

  constructor(parts: ResultsPageParts) {
    this.#parts = parts;
    this.#opened = new Set(textsOf(parts.kept?.opened));
    this.#onlyFailed.textContent = 'Only failed';
    this.#onlyFailed.checked = parts.kept?.onlyFailed === true;
    this.#onlyFailed.addEventListener('change', () => {
      this.#filter();
      this.#keep();
    });
    this.element.append(html('p', { class: 'loading', role: 'status' }, 'Reading results…'));
  }

  start(): void {
    this.#parts.send({ kind: 'ready' });
  }

  receive(message: ToResultsPage): void {
    switch (message.kind) {
      case 'result':
        this.#show(message.result, message.canRun, message.caseName);
        break;
      case 'runs':
        this.#cases[message.caseIndex]?.showRuns(message.runs, message.comparison);
        break;
      case 'history':
        this.#showHistory(message.history);
        break;
      case 'nothing':
        this.#showMessage('These results no longer exist.', 'Run the evaluations again, or open other results.');
        break;
      case 'failed':
        this.#showMessage('The results cannot be shown because the language server did not respond.', message.reason, [
          this.#button('Restart', 'restartServer', 'primary'),
          this.#button('Show Output', 'showOutput'),
        ]);
    }
  }

  #show(result: ShownResult, canRun: boolean, caseName: string | undefined): void {
    const isSame = this.#result?.uri === result.uri;
    const shown = JSON.stringify([result, canRun]);
    // A file was written next to it: what the user has opened stays open.
    if (shown === this.#shown && caseName === undefined) return;
    this.#shown = shown;
    if (caseName === undefined && this.#update(result, canRun)) return;
    const hadFocus = document.activeElement !== null && this.element.contains(document.activeElement);
    this.#result = result;
    this.#canRun = canRun;
    if (caseName !== undefined) this.#opened.add(caseName);
    const { cases, arms, moreCases, notes, statistics } = result;
    const isProse = result.format === 'skill-creator';
    this.element.classList.toggle('prose', isProse);
    const prose = isProse ? { mayJudge: canRun } : undefined;
    this.#cases = cases.map(
      (it, caseIndex) =>
        new CaseDetails(it, arms, isProse ? 'Expectation' : 'Grader', this.#eventsOf(it.name, caseIndex), prose),
    );
    // Statements to judge are seen at once.
    const [only, ...others] = cases;
    if (only && others.length === 0 && isProse && !isSame) this.#opened.add(only.name);
    for (const it of this.#cases) if (this.#opened.has(it.name)) it.open();
    if (!isSame) {
      for (const it of [this.#history, this.#models, this.#changes]) it.replaceChildren();
    }
    this.#against.replaceChildren();
    const { scrollTop } = document.documentElement;
    this.element.removeAttribute('aria-busy');
    this.element.replaceChildren(
      this.#header(result, canRun),
      ...(statistics ? [statisticsSection(statistics)] : []),
      html(
        'div',
        { class: 'heading' },
        html('h2', {}, counted(cases.length + moreCases, 'case')),
        this.#cases.some(({ isFailed }) => isFailed) ? this.#onlyFailed : undefined,
      ),
      ...(cases.length === 0 ? [html('p', { class: 'hint' }, 'There is nothing in these results.')] : []),
      html('div', { class: 'cases' }, ...this.#cases.map(({ element }) => element)),
      ...(moreCases > 0 ? [html('p', { class: 'hint' }, `${moreCases} more cases are not shown.`)] : []),
      ...(notes.length === 0
        ? []
        : [html('h2', {}, 'Notes'), html('ul', { class: 'notes' }, ...notes.map((note) => html('li', {}, note)))]),
      this.#models,
      this.#history,
    );
    const asked = this.#cases.find(({ name }) => name === caseName);
    if (asked && !asked.isFailed) this.#onlyFailed.checked = false;
    this.#filter();
    if (asked) asked.element.scrollIntoView({ block: 'nearest' });
    else if (isSame) document.documentElement.scrollTop = scrollTop;
    // The link or button that was pressed has been replaced.
    if (hadFocus) this.element.querySelector('h1')?.focus({ preventScroll: isSame });
    this.#keep();
  }

  /** Nothing is hidden where all cases passed. */
  #filter(): void {
    const hides = this.#onlyFailed.checked && this.#cases.some(({ isFailed }) => isFailed);
    for (const it of this.#cases) it.element.hidden = hides && !it.isFailed;
  }

  /** Shows other verdicts on the same cases; whether that is all that is new. */
  #update(result: ShownResult, canRun: boolean): boolean {
    const before = this.#result;
    const isSame = (key: keyof ShownResult) => JSON.stringify(result[key]) === JSON.stringify(before?.[key]);
    // Figures of repeated runs are drawn again.
    const drawn = (it: ShownResult | undefined) =>
      JSON.stringify(it?.cases.map(({ name, statistics }) => [name, statistics]));
    const isOnlyVerdicts =
      (['uri', 'arms', 'against', 'statistics'] as const).every(isSame) && drawn(result) === drawn(before);
    if (!isOnlyVerdicts || result.format !== 'skill-creator' || this.#canRun !== canRun) return false;
    this.#result = result;
    for (const [index, it] of result.cases.entries()) this.#cases[index]?.update(it);
    const summary = this.element.querySelector('.summary');
    if (summary && result.summary !== undefined) summary.textContent = result.summary;
    this.#filter();
    return true;
  }

  #eventsOf(name: string, caseIndex: number): CaseEvents {
    const { send } = this.#parts;
    return {
      toggled: (open) => this.#toggled(name, open),
      runs: () => send({ kind: 'runs', caseIndex }),
      openFile: (uri) => send({ kind: 'open', uri }),
      compareFiles: (left, right, title) => send({ kind: 'compareFiles', left, right, title }),
      judge: (run, statement, isMet) => send({ kind: 'judge', caseIndex, run, statement, isMet }),
      explain: (run, statement, isMet) => send({ kind: 'explain', caseIndex, run, statement, isMet }),
    };
  }

  #header(result: ShownResult, canRun: boolean): HTMLElement {
    const { title, startedAt, facts, summary, warnings, problems, hasOldVersions } = result;
    const time = timeText(startedAt);
    const all = [...(time === undefined ? [] : [time]), ...facts];
    return html(
      'header',
      {},
      html('h1', { tabindex: -1 }, title === undefined ? 'Evaluation Results' : `Results of ${title}`),
      html('p', { class: 'hint', role: 'status' }, all.join(' · ')),
      ...(summary === undefined ? [] : [html('p', { class: 'summary' }, summary)]),
      this.#changes,
      this.#against,
      html(
        'div',
        { class: 'buttons' },
        this.#button('Compare with Earlier…', 'compare'),
        hasOldVersions && canRun ? this.#button('Run Old Version…', 'runOldVersion') : undefined,
        this.#result?.format === 'skill-creator' && canRun
          ? this.#button('Judge with Claude Code…', 'judge')
          : undefined,
        this.#button('Export…', 'export'),
        this.#openButton(problems),
      ),
      ...warnings.map((warning) => notice('warning', warning)),
      ...(problems.length === 0 ? [] : [this.#problems(problems)]),
    );
  }

  #openButton(problems: readonly ShownResultProblem[]): HTMLElement | undefined {
    const uri = this.#result?.uri ?? problems[0]?.uri;
    // The runs of skill-creator are a folder.
    if (uri === undefined || !uri.endsWith('.json')) return undefined;
    return button('Open File', () => this.#parts.send({ kind: 'open', uri }));
  }

  #problems(problems: readonly ShownResultProblem[]): HTMLElement {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    const isLost = problems.some((problem) => problem.isLost);
    const items = problems.map(({ uri, label, line, message }) =>
      html(
        'li',
        {},
        linkButton(label, () => this.#parts.send({ kind: 'open', uri, line })),
        ' ',
        ...textWithCode(message),
      ),
    );
    const list = html('details', { class: 'problems' }, html('summary', {}, `${count} in the files of these results`));
    list.append(html('ul', {}, ...items));
    // If results are lost, the reasons are seen at once.
    list.open = isLost && problems.length <= 5;
    return list;
  }

  #showHistory(history: ResultHistory): void {
    if (!this.#result) return;
    const section = historySection(history, this.#result, {
      show: (uri) => this.#parts.send({ kind: 'show', uri }),
      compareWith: (uri) => this.#parts.send({ kind: 'compareWith', ...(uri !== undefined && { uri }) }),
    });
    this.#changes.textContent = history.changes ?? '';
    this.#models.replaceChildren(...(history.models ? [modelsSection(history.models)] : []));
    const hadFocus = this.#history.contains(document.activeElement);
    this.#history.replaceChildren(section);
    if (hadFocus) section.querySelector<HTMLElement>('.link')?.focus();
    const against = history.rows.find(({ uri }) => uri === this.#result?.against);
    if (!against) return;
    const { revision, startedAt, label } = against;
    const parts = [timeText(startedAt) ?? label, revision && `${revision.commit.slice(0, 8)} ${revision.subject}`];
    this.#against.textContent = `Old version: ${parts.filter((it) => it !== undefined).join(' · ')}`;
  }

  #toggled(name: string, open: boolean): void {
    if (open) this.#opened.add(name);
    else this.#opened.delete(name);
    this.#keep();
  }

  #keep(): void {
    if (!this.#result) return;
    const { uri, against } = this.#result;
    this.#parts.keep({
      uri,
      ...(against !== undefined && { against }),
      opened: [...this.#opened].slice(0, 500),
      ...(this.#onlyFailed.checked && { onlyFailed: true }),
    });
  }

  #button(label: string, command: ResultsPageCommand, look?: 'primary'): HTMLElement {
    return button(label, () => this.#parts.send({ kind: 'command', command }), look);
  }

  /** A message that replaces all content. */
  #showMessage(title: string, advice: string, buttons?: readonly HTMLElement[]): void {
    this.#result = undefined;
    this.#shown = '';
    this.element.removeAttribute('aria-busy');
    this.element.replaceChildren(...pageMessage(title, advice, buttons));
  }
}

/** The state may be that of another version. */
function textsOf(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
}
