import { commands, Disposable, type Event, EventEmitter, Uri, type WebviewPanel, workspace } from 'vscode';
import type { RunDetails, RunSummary } from '../../../../server/src/protocol.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { commandId } from '../../contributions/command-id.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { pathFromHome } from '../../text/path-from-home.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { shortText } from '../../text/short-text.ts';
import { openLink } from '../../views/open-link.ts';
import { pageHtml, pageOptions } from '../../views/webview-page.ts';
import { allowDenied } from './allow-denied.ts';
import { readRunMessage } from './page/read-run-message.ts';
import type { FromRunPage, ToRunPage } from './page/run-messages.ts';
import { runPageCommands } from './page/run-page-commands.ts';
import { openSetting } from './report-problem.ts';
import { RunChanges } from './run-changes.ts';

/** Rendering takes at most this share of the time, because it blocks all extensions. */
const renderingShare = 1 / 3;

/** Shared by all tabs of runs. */
export interface RunPanelParts {
  readonly extension: Uri;
  readonly server: LanguageServer;
  readonly changes: SkillChanges;
  readonly failures: FailureReporter;
}

/** One run in an editor tab, which is kept up to date. */
export class RunPanel implements Disposable {
  readonly panel: WebviewPanel;
  readonly id: string;
  readonly #server: LanguageServer;
  readonly #changes: SkillChanges;
  readonly #failures: FailureReporter;
  readonly #updates: RunChanges;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: Disposable;
  #summary: RunSummary | undefined;
  #ready = false;
  /** Ends the wait for the page. */
  #taken: () => void = () => undefined;
  /** Ends when what was to be rendered before is. */
  #rendering: Promise<void> = Promise.resolve();

  constructor(panel: WebviewPanel, id: string, { extension, server, changes, failures }: RunPanelParts) {
    this.panel = panel;
    this.id = id;
    this.#server = server;
    this.#changes = changes;
    this.#failures = failures;
    this.#updates = new RunChanges({
      ask: (since) => server.request('skillwright/run', { id, since }),
      show: (details) => this.#show(details),
      send: (parts, removed) => {
        const taken = new Promise<void>((resolve) => {
          this.#taken = resolve;
        });
        this.#post({ kind: 'parts', parts, removed });
        return taken;
      },
      failed: (error) => this.#fail(error),
    });
    this.#subscriptions = Disposable.from(
      this.#changed,
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(readRunMessage(message))),
      server.on('runChanged', (change) => {
        if (change.id === id && this.#ready) this.#updates.changed();
      }),
      server.on('runsChanged', () => this.#ready && this.#updates.changed()),
      server.onDidChangeRunning(() => this.#ready && this.#updates.restart()),
      workspace.onDidGrantWorkspaceTrust(() => this.#ready && this.#updates.changed()),
    );
    panel.webview.options = pageOptions(extension);
    panel.webview.html = pageHtml(panel.webview, extension, 'run', 'Run');
  }

  /** The state of the run has changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get summary(): RunSummary | undefined {
    return this.#summary;
  }

  dispose(): void {
    this.#taken();
    this.#subscriptions.dispose();
  }

  async #receive(message: FromRunPage | undefined): Promise<void> {
    switch (message?.kind) {
      case 'ready':
        // VS Code creates the page again when it was hidden.
        this.#ready = true;
        this.#taken();
        return this.#updates.restart();
      case 'taken':
        return this.#taken();
      case 'render':
        return this.#render(message.key, message.text);
      case 'allow':
        return allowDenied(this.#server, this.#changes, this.#failures, this.id, message.part);
      case 'setting':
        return this.#summary?.setting === undefined ? undefined : openSetting(this.#summary.setting);
      case 'skill':
        return this.#openSkill();
      case 'link':
        return this.#summary && openLink(message.address, Uri.parse(this.#summary.uri));
      case 'command':
        await commands.executeCommand(commandId(runPageCommands[message.command]), { run: this.id });
    }
  }

  #show(details: RunDetails | null): void {
    if (!details) {
      this.#post({ kind: 'missing' });
      return;
    }
    const { summary } = details;
    const before = this.#summary;
    this.#summary = summary;
    const title = `Run ${shortText(revealInvisible(summary.invocation))}`;
    if (this.panel.title !== title) this.panel.title = title;
    const folder = pathFromHome({ fsPath: summary.folder });
    this.#post({ kind: 'summary', summary: { ...summary, folder }, trusted: workspace.isTrusted });
    if (before?.state !== summary.state || before.sessionId !== summary.sessionId) this.#changed.fire();
  }

  #fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#failures.log('Could not show a run', reason);
    this.#post({ kind: 'failed', reason });
  }

  /** One text after the other, with pauses. */
  #render(key: number, text: string): Promise<void> {
    this.#rendering = this.#rendering.then(async () => {
      const started = performance.now();
      const rendered = Promise.resolve(commands.executeCommand<string | undefined>('markdown.api.render', text));
      const html = await rendered.catch(() => undefined);
      this.#post({ kind: 'rendered', key, html: html ?? null });
      const pause = (performance.now() - started) * (1 / renderingShare - 1);
      await new Promise((resolve) => setTimeout(resolve, pause));
    });
    return this.#rendering;
  }

  async #openSkill(): Promise<void> {
    const uri = this.#summary?.uri;
    if (uri === undefined) return;
    await this.#failures.guard('Could not open the skill', async () => {
      await commands.executeCommand('vscode.open', Uri.parse(uri));
    });
  }

  #post(message: ToRunPage): void {
    if (this.#ready) void this.panel.webview.postMessage(message);
  }
}
