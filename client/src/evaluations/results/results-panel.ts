import {
  commands,
  Disposable,
  type Event,
  EventEmitter,
  Position,
  Range,
  Uri,
  ViewColumn,
  type WebviewPanel,
  type WebviewPanelSerializer,
  window,
  workspace,
} from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import type { CaseFile, ResultParams, ShownResult } from '../../../../server/src/protocol.ts';
import { commandId } from '../../contributions/command-id.ts';
import { viewId } from '../../contributions/view-id.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { shortText } from '../../text/short-text.ts';
import { pageHtml, pageOptions } from '../../views/webview-page.ts';
import { writeFiles } from '../create-case.ts';
import { readKeptResults, readResultsMessage, resultsPageCommands } from './read-result-message.ts';
import type { FromResultsPage, JudgedStatement, ToResultsPage } from './result-messages.ts';
import { watchedResults } from './watched-results.ts';

const viewType = viewId('results');

/** Files of a result are written one after the other. In milliseconds. */
const refreshDelay = 300;

/** The page with the results of evaluations. There is at most one. */
export class ResultsPanel implements WebviewPanelSerializer<unknown>, Disposable {
  readonly #extension: Uri;
  readonly #server: LanguageServer;
  readonly #failures: FailureReporter;
  readonly #subscriptions: Disposable;
  readonly #refreshing = new RunOnceScheduler(refreshDelay, () => void this.#answer());
  #panel: WebviewPanel | undefined;
  #asked: ResultParams | undefined;
  #caseName: string | undefined;
  #shown: ShownResult | undefined;
  #watched: { readonly uri: string; readonly watcher: Disposable } | undefined;
  #ready = false;
  #judging: Promise<void> = Promise.resolve();
  readonly #judged = new EventEmitter<void>();
  /** Fires when a verdict was kept. */
  readonly onDidJudge: Event<void> = this.#judged.event;

  constructor(extension: Uri, server: LanguageServer, failures: FailureReporter) {
    this.#extension = extension;
    this.#server = server;
    this.#failures = failures;
    const refresh = () => this.#refreshing.schedule();
    this.#subscriptions = Disposable.from(
      this.#refreshing,
      this.#judged,
      window.registerWebviewPanelSerializer(viewType, this),
      server.onDidChangeRunning(refresh),
      workspace.onDidGrantWorkspaceTrust(refresh),
    );
  }

  /** The result in the page; undefined without an open page that shows one. */
  get shown(): ShownResult | undefined {
    return this.#panel && this.#shown;
  }

  /** Writes what a model has said about a case, and shows it. */
  async keep(folder: string, files: readonly CaseFile[], caseIndex: number): Promise<void> {
    if (files.length === 0) return;
    await writeFiles(Uri.parse(folder), files);
    this.#judged.fire();
    await this.#answer();
    await this.#runs(caseIndex);
  }

  show(asked: ResultParams, caseName?: string): void {
    this.#asked = asked;
    this.#caseName = caseName;
    if (!this.#panel) {
      const options = { ...pageOptions(this.#extension), enableFindWidget: true };
      this.#add(window.createWebviewPanel(viewType, 'Evaluation Results', ViewColumn.Active, options));
    }
    // Revealing what is shown would take the focus from where it is in the page.
    if (!this.#panel?.active) this.#panel?.reveal(undefined, false);
    void this.#answer();
  }

  async deserializeWebviewPanel(panel: WebviewPanel, state: unknown): Promise<void> {
    const kept = readKeptResults(state);
    if (this.#panel || !kept) {
      panel.dispose();
      return;
    }
    this.#asked = { uri: kept.uri, ...(kept.against !== undefined && { against: kept.against }) };
    this.#add(panel);
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#subscriptions.dispose();
  }

  #add(panel: WebviewPanel): void {
    this.#panel = panel;
    panel.webview.options = pageOptions(this.#extension);
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(readResultsMessage(message)));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#shown = undefined;
      this.#ready = false;
      this.#watched?.watcher.dispose();
      this.#watched = undefined;
    });
    panel.webview.html = pageHtml(panel.webview, this.#extension, 'results', 'Evaluation Results');
  }

  async #receive(message: FromResultsPage | undefined): Promise<void> {
    switch (message?.kind) {
      case 'ready':
        // VS Code creates the page again when it was hidden.
        this.#ready = true;
        return this.#answer();
      case 'runs':
        return this.#runs(message.caseIndex);
      case 'open':
        return this.#open(message.uri, message.line);
      case 'compareFiles': {
        const title = revealInvisible(message.title);
        await commands.executeCommand('vscode.diff', Uri.parse(message.left), Uri.parse(message.right), title);
        return;
      }
      case 'judge':
        return this.#judge(message);
      case 'explain': {
        const why = await window.showInputBox({
          title: message.isMet ? 'Met' : 'Not Met',
          prompt: 'Why? It is kept next to the outputs',
          ignoreFocusOut: true,
        });
        return why === undefined ? undefined : this.#judge(message, why);
      }
      case 'show':
        return this.show({ uri: message.uri });
      case 'compareWith':
        return this.#asked && this.show({ uri: this.#asked.uri, ...(message.uri && { against: message.uri }) });
      case 'command':
        await commands.executeCommand(commandId(resultsPageCommands[message.command]));
    }
  }

  async #answer(): Promise<void> {
    const asked = this.#asked;
    if (!asked || !this.#ready) return;
    try {
      const result = await this.#server.request('skillwright/result', asked);
      // Another result may have been chosen in the meantime.
      if (this.#asked !== asked) return;
      this.#shown = result ?? undefined;
      if (!result) {
        this.#post({ kind: 'nothing' });
        return;
      }
      if (this.#panel) this.#panel.title = titleOf(result);
      this.#watch(result.uri);
      const caseName = this.#caseName;
      this.#caseName = undefined;
      const canRun = workspace.isTrusted && !isInBrowser && Uri.parse(result.uri).scheme === 'file';
      this.#post({ kind: 'result', result, canRun, ...(caseName !== undefined && { caseName }) });
      const history = await this.#server.request('skillwright/resultHistory', { uri: result.uri });
      if (this.#asked === asked) this.#post({ kind: 'history', history });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#failures.log('Could not show results of evaluations', reason);
      this.#post({ kind: 'failed', reason });
    }
  }

  async #runs(caseIndex: number): Promise<void> {
    const asked = this.#asked;
    if (!asked) return;
    await this.#failures.guard('Could not read the runs of a case', async () => {
      const runs = await this.#server.request('skillwright/resultRuns', { ...asked, caseIndex });
      const comparison = await this.#server.request('skillwright/resultComparisons', { ...asked, caseIndex });
      if (this.#asked === asked) this.#post({ kind: 'runs', caseIndex, runs, ...(comparison && { comparison }) });
    });
  }

  /** One after the other, because each adds to what is in the file. */
  #judge({ caseIndex, run, statement, isMet }: JudgedStatement, why?: string): Promise<void> {
    const asked = this.#asked;
    if (!asked) return this.#judging;
    const work = async () => {
      const said = { ...asked, caseIndex, run, statement, isMet, ...(why !== undefined && { why }) };
      const kept = await this.#server.request('skillwright/judgeRun', said);
      if ('problem' in kept) throw new Error(kept.problem);
      await writeFiles(Uri.parse(kept.folder), kept.files);
      this.#judged.fire();
      await this.#answer();
      await this.#runs(caseIndex);
    };
    this.#judging = this.#judging.then(() => this.#failures.guard('Could not save your verdict', work));
    return this.#judging;
  }

  async #open(uri: string, line: number | undefined): Promise<void> {
    await this.#failures.guard('Could not open the file', async () => {
      const place = new Position(line ?? 0, 0);
      const options = line === undefined ? {} : { selection: new Range(place, place) };
      await commands.executeCommand('vscode.open', Uri.parse(uri), options);
    });
  }

  /** New results, and changes of the one that is shown. */
  #watch(uri: string): void {
    if (this.#watched?.uri === uri) return;
    this.#watched?.watcher.dispose();
    const watcher = workspace.createFileSystemWatcher(watchedResults(Uri.parse(uri)));
    const refresh = () => this.#refreshing.schedule();
    this.#watched = {
      uri,
      watcher: Disposable.from(
        watcher,
        watcher.onDidCreate(refresh),
        watcher.onDidChange(refresh),
        watcher.onDidDelete(refresh),
      ),
    };
  }

  #post(message: ToResultsPage): void {
    if (this.#ready) void this.#panel?.webview.postMessage(message);
  }
}

function titleOf({ title }: ShownResult): string {
  return title === undefined ? 'Evaluation Results' : `Results: ${shortText(revealInvisible(title))}`;
}
