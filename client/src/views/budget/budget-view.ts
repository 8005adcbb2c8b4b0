import {
  CancellationTokenSource,
  commands,
  Disposable,
  type LogOutputChannel,
  Uri,
  type Webview,
  type WebviewView,
  type WebviewViewProvider,
  window,
  workspace,
} from 'vscode';
import type { SessionInfo, WhatIf } from '../../../../server/src/protocol.ts';
import type { ServerStart } from '../../server-start.ts';
import { pageHtml, pageOptions } from '../webview-page.ts';
import type { BudgetPageCommand, FromBudgetPage, ToBudgetPage } from './budget-messages.ts';
import type { BudgetQuestion } from './budget-question.ts';

/** Changes of files come in bursts; the report is asked for again when one has ended. In milliseconds. */
const refreshDelay = 200;

/** Also guards: a page can run nothing else. */
const pageCommands: Readonly<Record<BudgetPageCommand, string>> = {
  showListing: 'skillwright.showListing',
  newSkill: 'skillwright.newSkill',
  restartServer: 'skillwright.restartServer',
  showOutput: 'skillwright.showOutput',
};

/** The view "Listing Budget": answers the questions of its page, and again whenever the answer may have changed. */
export class BudgetView implements WebviewViewProvider, Disposable {
  readonly #extension: Uri;
  readonly #server: ServerStart;
  readonly #question: BudgetQuestion;
  readonly #output: LogOutputChannel;
  readonly #subscriptions: Disposable;
  #webview: Webview | undefined;
  /** The what-if was reset while no page was there to be told; it will come with what it kept. */
  #resetsNext = false;
  /** Of the page that is shown; undefined until it has asked for a report. */
  #asking: CancellationTokenSource | undefined;
  #refreshTimer: NodeJS.Timeout | undefined;

  constructor(extension: Uri, server: ServerStart, question: BudgetQuestion, output: LogOutputChannel) {
    this.#extension = extension;
    this.#server = server;
    this.#question = question;
    this.#output = output;
    this.#subscriptions = Disposable.from(
      window.registerWebviewViewProvider('skillwright.budget', this),
      server.onDidChangeCatalog(() => this.#refreshSoon()),
      server.onDidChangeRunning(() => this.#refreshSoon()),
      workspace.onDidGrantWorkspaceTrust(() => this.#refreshSoon()),
      commands.registerCommand('skillwright.showBudget', () => commands.executeCommand('skillwright.budget.focus')),
      commands.registerCommand('skillwright.resetWhatIf', () => this.#resetWhatIf()),
    );
  }

  resolveWebviewView(view: WebviewView): void {
    const { webview } = view;
    webview.options = pageOptions(this.#extension);
    this.#webview = webview;
    const listener = webview.onDidReceiveMessage((message: FromBudgetPage) => this.#receive(message));
    view.onDidDispose(() => {
      listener.dispose();
      if (this.#webview === webview) this.#webview = undefined;
      this.#stopAsking();
    });
    view.onDidChangeVisibility(() => {
      // The page is gone with all that it knew; it asks again when it is back.
      if (!view.visible) this.#stopAsking();
    });
    webview.html = pageHtml(webview, this.#extension, 'budget', 'Listing Budget');
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    this.#stopAsking();
    this.#subscriptions.dispose();
  }

  async #receive(message: FromBudgetPage): Promise<void> {
    switch (message.kind) {
      case 'ask':
        return this.#ask(message.session, message.whatIf);
      case 'cost':
        return this.#cost(message.skill);
      case 'open':
        await commands.executeCommand('vscode.open', Uri.parse(message.uri));
        return;
      case 'why': {
        const command = message.question === 'unused' ? 'skillwright.whyUnused' : 'skillwright.whyOverused';
        await commands.executeCommand(command, { skill: message.skill });
        return;
      }
      case 'run':
        if (Object.hasOwn(pageCommands, message.command)) await commands.executeCommand(pageCommands[message.command]);
    }
  }

  async #ask(session: string | undefined, whatIf: WhatIf | undefined): Promise<void> {
    const resets = this.#resetsNext && whatIf !== undefined;
    this.#resetsNext = false;
    // The page then asks again.
    if (resets) return this.#post({ kind: 'reset-what-if' });
    this.#question.ask(session, whatIf);
    await this.#report();
  }

  async #report(): Promise<void> {
    this.#stopAsking();
    const asking = new CancellationTokenSource();
    this.#asking = asking;
    let answer: ToBudgetPage;
    try {
      const sessions = await this.#server.request('skillwright/sessions', {}, asking.token);
      const report = await this.#server.request('skillwright/budget', this.#paramsFor(sessions), asking.token);
      answer = report
        ? { kind: 'report', report, sessions, trusted: workspace.isTrusted }
        : { kind: 'failed', reason: 'See the output for details.' };
    } catch (error) {
      if (asking.token.isCancellationRequested) return;
      this.#output.error('Could not read the listing budget', String(error));
      answer = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    // Only the latest question is answered.
    if (this.#asking === asking) this.#post(answer);
  }

  /** The question, for the first session where the folder of the one that was asked for has been closed. */
  #paramsFor(sessions: readonly SessionInfo[]): BudgetQuestion['params'] {
    const { session, whatIf } = this.#question.params;
    if (session !== undefined && !sessions.some(({ uri }) => uri === session)) this.#question.ask(undefined, whatIf);
    return this.#question.params;
  }

  async #cost(skill: string): Promise<void> {
    const cost = await this.#server.request('skillwright/skillCost', { skill }).catch((error) => {
      this.#output.error('Could not read the cost of a skill', String(error));
      return null;
    });
    this.#post({ kind: 'cost', skill, cost });
  }

  #post(message: ToBudgetPage): void {
    void this.#webview?.postMessage(message);
  }

  #resetWhatIf(): void {
    this.#resetsNext = this.#asking === undefined;
    this.#question.ask(this.#question.params.session, undefined);
    this.#post({ kind: 'reset-what-if' });
  }

  #refreshSoon(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => {
      if (this.#asking) void this.#report();
    }, refreshDelay);
  }

  #stopAsking(): void {
    this.#asking?.cancel();
    this.#asking?.dispose();
    this.#asking = undefined;
  }
}
