import {
  Disposable,
  type LogOutputChannel,
  type Uri,
  type WebviewView,
  type WebviewViewProvider,
  window,
} from 'vscode';
import { viewId } from '../contributions/view-id.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { pageHtml, pageOptions } from '../views/webview-page.ts';
import { BudgetAnswers } from './budget-answers.ts';
import type { BudgetAnswer, BudgetTarget, FromMeterPage } from './budget-messages.ts';
import { runPageCommand } from './budget-page-commands.ts';
import type { BudgetQuestion } from './budget-question.ts';

/** More skills that are not shown in full than this are only counted. */
const maxNamed = 5;

/** The Listing Budget view: the meter of the session as it is, and what to do first. */
export class BudgetView implements WebviewViewProvider, Disposable {
  readonly #extension: Uri;
  readonly #question: BudgetQuestion;
  readonly #openBudget: (target: BudgetTarget) => void;
  readonly #answers: BudgetAnswers;
  readonly #registration: Disposable;
  #view: WebviewView | undefined;

  constructor(
    extension: Uri,
    server: LanguageServer,
    question: BudgetQuestion,
    output: LogOutputChannel,
    openBudget: (target: BudgetTarget) => void,
  ) {
    this.#extension = extension;
    this.#question = question;
    this.#openBudget = openBudget;
    this.#answers = new BudgetAnswers(server, question, output, false, (answer) => this.#show(answer));
    this.#registration = window.registerWebviewViewProvider(viewId('budget'), this);
  }

  resolveWebviewView(view: WebviewView): void {
    const { webview } = view;
    webview.options = pageOptions(this.#extension);
    this.#view = view;
    const listener = webview.onDidReceiveMessage((message: FromMeterPage) => this.#receive(message));
    view.onDidDispose(() => {
      listener.dispose();
      if (this.#view === view) this.#view = undefined;
      this.#answers.stop();
    });
    view.onDidChangeVisibility(() => {
      // VS Code destroys a hidden page; it asks again when it is back.
      if (!view.visible) this.#answers.stop();
    });
    webview.html = pageHtml(webview, this.#extension, 'budget-meter', 'Listing Budget');
  }

  dispose(): void {
    Disposable.from(this.#answers, this.#registration).dispose();
  }

  async #receive(message: FromMeterPage): Promise<void> {
    switch (message.kind) {
      case 'ask':
        if (message.session !== undefined) this.#question.ask(message.session, this.#question.whatIf);
        return this.#answers.ask();
      case 'open-budget':
        return this.#openBudget(message.target);
      case 'run':
        return runPageCommand(message.command);
    }
  }

  /** The page needs only the first of the skills that are not shown in full, and one that tells whether there are any. */
  #show(answer: BudgetAnswer): void {
    const view = this.#view;
    if (!view) return;
    view.description = answer.kind === 'report' ? answer.report.share : '';
    if (answer.kind === 'failed') return void view.webview.postMessage(answer);
    const { entries } = answer.report;
    const named = entries.filter(({ notInFull }) => notInFull).slice(0, maxNamed);
    const first = entries.find(({ id }) => id !== undefined);
    // Those that the settings show by name only are counted where nothing is lost.
    const byName = entries.filter((entry) => entry !== first && entry.state === 'name-only');
    const shown = named.length > 0 || !first ? named : [first, ...byName];
    void view.webview.postMessage({ ...answer, report: { ...answer.report, entries: shown } });
  }
}
