import { CancellationTokenSource, Disposable, type LogOutputChannel, workspace } from 'vscode';
import type { BudgetParams, SessionInfo } from '../../../server/src/protocol.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { RunOnceScheduler } from '../run-once-scheduler.ts';
import type { BudgetAnswer } from './budget-messages.ts';
import type { BudgetQuestion } from './budget-question.ts';

/** Changes of files come in bursts; the report is requested again after one. In milliseconds. */
const refreshDelay = 200;

/** Answers the question of one page, and again whenever the answer may have changed, until it is stopped. */
export class BudgetAnswers implements Disposable {
  readonly #server: LanguageServer;
  readonly #question: BudgetQuestion;
  readonly #output: LogOutputChannel;
  readonly #withWhatIf: boolean;
  readonly #answer: (answer: BudgetAnswer) => void;
  readonly #subscriptions: Disposable;
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => {
    if (this.isAsking) void this.ask();
  });
  /** The latest request; undefined until the page has asked. */
  #asking: CancellationTokenSource | undefined;
  /** The last question, to notice when another page changes the session. */
  #asked = '';

  /**
   * @param withWhatIf whether the page shows the what-if, or the session as it is
   */
  constructor(
    server: LanguageServer,
    question: BudgetQuestion,
    output: LogOutputChannel,
    withWhatIf: boolean,
    answer: (answer: BudgetAnswer) => void,
  ) {
    this.#server = server;
    this.#question = question;
    this.#output = output;
    this.#withWhatIf = withWhatIf;
    this.#answer = answer;
    this.#subscriptions = Disposable.from(
      this.#refreshing,
      server.on('catalogChanged', () => this.#refreshing.schedule()),
      server.onDidChangeRunning(() => this.#refreshing.schedule()),
      workspace.onDidGrantWorkspaceTrust(() => this.#refreshing.schedule()),
      question.onDidChange(() => {
        if (this.isAsking && JSON.stringify(this.#params) !== this.#asked) void this.ask();
      }),
    );
  }

  get isAsking(): boolean {
    return this.#asking !== undefined;
  }

  async ask(): Promise<void> {
    this.stop();
    const asking = new CancellationTokenSource();
    this.#asking = asking;
    this.#asked = JSON.stringify(this.#params);
    let answer: BudgetAnswer;
    try {
      const sessions = await this.#server.request('skillwright/sessions', {}, asking.token);
      this.#forgetClosedSession(sessions);
      const report = await this.#server.request('skillwright/budget', this.#params, asking.token);
      answer = report
        ? { kind: 'report', report, sessions, trusted: workspace.isTrusted }
        : { kind: 'failed', reason: 'See the output for details.' };
    } catch (error) {
      if (asking.token.isCancellationRequested) return;
      this.#output.error('Could not read the listing budget', String(error));
      answer = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    // Only the latest question is answered.
    if (this.#asking === asking) this.#answer(answer);
  }

  stop(): void {
    this.#asking?.cancel();
    this.#asking?.dispose();
    this.#asking = undefined;
  }

  dispose(): void {
    this.stop();
    this.#subscriptions.dispose();
  }

  get #params(): BudgetParams {
    const { session, params } = this.#question;
    if (this.#withWhatIf) return params;
    // In a repository of skills, the listing is shown as it would be once they are installed.
    return { ...(session !== undefined && { session }), withOffered: true };
  }

  /** The question is about the first session if the folder of the requested one has been closed. */
  #forgetClosedSession(sessions: readonly SessionInfo[]): void {
    const { session, whatIf } = this.#question;
    if (session === undefined || sessions.some(({ uri }) => uri === session)) return;
    this.#asked = JSON.stringify(this.#withWhatIf ? { ...(whatIf && { whatIf }) } : { withOffered: true });
    this.#question.ask(undefined, whatIf);
  }
}
