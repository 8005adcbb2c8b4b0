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
import type { LanguageServer } from '../../language-server/language-server.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { pageHtml, pageOptions } from '../webview-page.ts';
import type { BudgetPageCommand, FromBudgetPage, ToBudgetPage } from './budget-messages.ts';
import type { BudgetQuestion } from './budget-question.ts';

/** Changes of files come in bursts; the report is requested again after one. In milliseconds. */
const refreshDelay = 200;

/** The only commands that a page can run. */
const pageCommands: Readonly<Record<BudgetPageCommand, string>> = {
  showListing: 'skillwright.showListing',
  newSkill: 'skillwright.newSkill',
  restartServer: 'skillwright.restartServer',
  showOutput: 'skillwright.showOutput',
};

/** The Listing Budget view: answers the questions of its page, and again whenever the answer may have changed. */
export class BudgetView implements WebviewViewProvider, Disposable {
  readonly #extension: Uri;
  readonly #server: LanguageServer;
  readonly #question: BudgetQuestion;
  readonly #output: LogOutputChannel;
  readonly #subscriptions: Disposable;
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => {
    if (this.#asking) void this.#report();
  });
  #webview: Webview | undefined;
  /** The what-if was reset while there was no page. The next page restores its own what-if, which is then reset. */
  #resetsNext = false;
  /** The request for the current page; undefined until the page has asked for a report. */
  #asking: CancellationTokenSource | undefined;

  constructor(extension: Uri, server: LanguageServer, question: BudgetQuestion, output: LogOutputChannel) {
    this.#extension = extension;
    this.#server = server;
    this.#question = question;
    this.#output = output;
    this.#subscriptions = Disposable.from(
      this.#refreshing,
      window.registerWebviewViewProvider('skillwright.budget', this),
      server.onDidChangeCatalog(() => this.#refreshing.schedule()),
      server.onDidChangeRunning(() => this.#refreshing.schedule()),
      workspace.onDidGrantWorkspaceTrust(() => this.#refreshing.schedule()),
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
      // VS Code destroys a hidden page; it asks again when it is back.
      if (!view.visible) this.#stopAsking();
    });
    webview.html = pageHtml(webview, this.#extension, 'budget', 'Listing Budget');
  }

  /** Removes the what-if, in the page too. */
  resetWhatIf(): void {
    this.#resetsNext = this.#asking === undefined;
    this.#question.ask(this.#question.params.session, undefined);
    this.#post({ kind: 'reset-what-if' });
  }

  dispose(): void {
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

  /** The question, about the first session if the requested one's folder has been closed. */
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

  #stopAsking(): void {
    this.#asking?.cancel();
    this.#asking?.dispose();
    this.#asking = undefined;
  }
}
