import {
  commands,
  Disposable,
  type LogOutputChannel,
  Uri,
  ViewColumn,
  type WebviewPanel,
  type WebviewPanelSerializer,
  window,
} from 'vscode';
import type { WhatIf } from '../../../server/src/protocol.ts';
import { commandId } from '../contributions/command-id.ts';
import { viewId } from '../contributions/view-id.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { PastSessions } from '../sessions/past-sessions.ts';
import { pageHtml, pageOptions } from '../views/webview-page.ts';
import { BudgetAnswers } from './budget-answers.ts';
import type { BudgetTarget, FromBudgetPage, ToBudgetPage } from './budget-messages.ts';
import { runPageCommand } from './budget-page-commands.ts';
import type { BudgetQuestion } from './budget-question.ts';
import type { ListingDocument } from './listing-document.ts';
import { ProblemCounts } from './problem-counts.ts';

const viewType = viewId('budgetTab');

/** The editor tab with the whole budget: every skill, the details of one, and the what-if. There is at most one. */
export class BudgetTab implements WebviewPanelSerializer<unknown>, Disposable {
  readonly #extension: Uri;
  readonly #server: LanguageServer;
  readonly #question: BudgetQuestion;
  readonly #output: LogOutputChannel;
  readonly #listing: ListingDocument;
  readonly #past: PastSessions;
  readonly #answers: BudgetAnswers;
  readonly #problems: ProblemCounts;
  readonly #subscriptions: Disposable;
  #panel: WebviewPanel | undefined;
  /** Shown as soon as the page is there. */
  #target: BudgetTarget | undefined;

  constructor(
    extension: Uri,
    server: LanguageServer,
    question: BudgetQuestion,
    output: LogOutputChannel,
    listing: ListingDocument,
    past: PastSessions,
  ) {
    this.#extension = extension;
    this.#server = server;
    this.#question = question;
    this.#output = output;
    this.#listing = listing;
    this.#past = past;
    this.#answers = new BudgetAnswers(server, question, output, true, (answer) => {
      this.#post(answer);
      this.#showTarget();
      void this.#showPastUse();
    });
    this.#problems = new ProblemCounts(server, (problems) => this.#post({ kind: 'problems', problems }));
    this.#subscriptions = Disposable.from(
      this.#answers,
      this.#problems,
      past.onDidChange(() => void this.#showPastUse()),
      window.registerWebviewPanelSerializer(viewType, this),
    );
  }

  /** Opens the tab, or shows the one that is open. */
  open(target: BudgetTarget = {}): void {
    this.#target = target;
    if (!this.#panel) {
      const options = { ...pageOptions(this.#extension), enableFindWidget: true };
      this.#add(window.createWebviewPanel(viewType, '', ViewColumn.Active, options));
    }
    this.#panel?.reveal();
    if (this.#answers.isAsking) this.#showTarget();
  }

  async deserializeWebviewPanel(panel: WebviewPanel): Promise<void> {
    if (this.#panel) panel.dispose();
    else this.#add(panel);
  }

  /** Removes the what-if, in the page too. */
  resetWhatIf(): void {
    this.#question.ask(this.#question.session, undefined);
    this.#post({ kind: 'reset-what-if' });
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#subscriptions.dispose();
  }

  #add(panel: WebviewPanel): void {
    this.#panel = panel;
    panel.title = 'Skill Listing Budget';
    panel.webview.options = pageOptions(this.#extension);
    const listener = panel.webview.onDidReceiveMessage((message: FromBudgetPage) => this.#receive(message));
    panel.onDidDispose(() => {
      listener.dispose();
      this.#panel = undefined;
      this.#stop();
      // A what-if that nobody sees any more has no effect any more.
      this.#question.ask(this.#question.session, undefined);
    });
    panel.onDidChangeViewState(() => {
      // VS Code destroys a hidden page; it asks again when it is back.
      if (!panel.visible) this.#stop();
    });
    panel.webview.html = pageHtml(panel.webview, this.#extension, 'budget', 'Skill Listing Budget');
  }

  async #receive(message: FromBudgetPage): Promise<void> {
    switch (message.kind) {
      case 'ask':
        return this.#ask(message.session, message.whatIf);
      case 'cost':
        return this.#cost(message.skill);
      case 'problems':
        return this.#problems.ask(message.uris);
      case 'open':
        await commands.executeCommand('vscode.open', Uri.parse(message.uri));
        return;
      case 'why':
        await commands.executeCommand(commandId('whyUsed'), { skill: message.skill });
        return;
      case 'sessions':
        await commands.executeCommand(commandId('showSkillSessions'), { skill: message.skill });
        return;
      case 'listing':
        return this.#listing.open(this.#question.whatIf !== undefined);
      case 'run':
        return runPageCommand(message.command);
    }
  }

  async #ask(session: string | undefined, whatIf: WhatIf | undefined): Promise<void> {
    this.#question.ask(session ?? this.#question.session, whatIf);
    this.#past.readSoon();
    await this.#answers.ask();
  }

  /** Arrives after the report, and again when more is known. */
  async #showPastUse(): Promise<void> {
    if (!this.#answers.isAsking) return;
    const { session } = this.#question;
    const params = session === undefined ? {} : { session };
    const uses = await this.#server.request('skillwright/pastUse', params).catch(() => null);
    this.#post({ kind: 'past-use', uses });
  }

  async #cost(skill: string): Promise<void> {
    const params = { skill, ...this.#question.params };
    const cost = await this.#server.request('skillwright/skillCost', params).catch((error) => {
      this.#output.error('Could not read the cost of a skill', String(error));
      return null;
    });
    this.#post({ kind: 'cost', skill, cost });
  }

  #stop(): void {
    this.#answers.stop();
    this.#problems.stop();
  }

  #showTarget(): void {
    if (this.#target) this.#post({ kind: 'show', target: this.#target });
    this.#target = undefined;
  }

  #post(message: ToBudgetPage): void {
    void this.#panel?.webview.postMessage(message);
  }
}
