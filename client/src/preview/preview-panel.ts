import {
  commands,
  Disposable,
  type Event,
  EventEmitter,
  type LogOutputChannel,
  type Uri,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import type { InvocationPreview, PreviewInjection } from '../../../server/src/protocol.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { openLink } from '../views/open-link.ts';
import { pageHtml, pageOptions } from '../views/webview-page.ts';
import type { ArgumentHistory } from './arguments/argument-history.ts';
import { copyText } from './copy-text.ts';
import type { PreviewDocuments } from './documents/preview-documents.ts';
import { explainMissingPreview, nameOf } from './explain-missing-preview.ts';
import { allowCommand } from './injections/allow-command.ts';
import { InjectionRuns } from './injections/injection-runs.ts';
import type { FromPreviewPage, PreviewView, ToPreviewPage } from './page/preview-messages.ts';
import { pageCommands } from './page/preview-page-commands.ts';
import { readPageMessage } from './page/read-page-message.ts';
import { RenderedMarkdown } from './page/rendered-markdown.ts';
import { type PreviewAnswer, PreviewQuestion } from './preview-question.ts';
import { EditorLink } from './source/editor-link.ts';

/** The file and arguments that a panel previews. */
export interface PreviewTarget {
  readonly uri: Uri;
  readonly arguments: string;
}

/** Shared by all panels. */
export interface PreviewPanelParts {
  readonly extension: Uri;
  readonly server: LanguageServer;
  readonly output: LogOutputChannel;
  readonly failures: FailureReporter;
  readonly history: ArgumentHistory;
  readonly documents: PreviewDocuments;
  /** Runs commands of a text, after consent. */
  readonly run: (panel: PreviewPanel, injections: readonly PreviewInjection[]) => Promise<void>;
}

/** One preview: its page, what it shows, and what keeps it up to date. */
export class PreviewPanel implements Disposable {
  readonly panel: WebviewPanel;
  readonly runs: InjectionRuns;
  readonly documents: PreviewDocuments;
  readonly #parts: PreviewPanelParts;
  readonly #question: PreviewQuestion;
  readonly #rendered: RenderedMarkdown;
  readonly #link: EditorLink;
  readonly #subscriptions: Disposable;
  readonly #changed = new EventEmitter<void>();
  /** The arguments of skills that were shown before, by URI. */
  readonly #argumentsByUri = new Map<string, string>();
  #target: PreviewTarget | undefined;
  #locked: boolean;
  #view: PreviewView = 'rendered';
  /** Names of the skills that are invoked after it, before `/compact`. */
  #newer: readonly string[] = [];
  #preview: InvocationPreview | undefined;
  #ready = false;
  #runningShown = 0;
  #wantsFocus = false;
  /** Counts changes of declared arguments, so that only the answer to the latest is used. */
  #argumentTurn = 0;

  constructor(panel: WebviewPanel, parts: PreviewPanelParts, locked: boolean) {
    this.panel = panel;
    this.#parts = parts;
    this.documents = parts.documents;
    this.#locked = locked;
    const { server, output } = parts;
    this.runs = new InjectionRuns(server);
    this.#question = new PreviewQuestion(
      server,
      () => this.#params(),
      (answer) => void this.#answer(answer),
    );
    this.#rendered = new RenderedMarkdown(output, (rendered) => this.#post({ kind: 'rendered', ...rendered }));
    this.#link = new EditorLink({
      isLocked: () => this.#locked,
      point: (range) => this.#post({ kind: 'point', ...(range && { range }) }),
      scroll: (offset) => this.#post({ kind: 'scroll', offset }),
    });
    this.#subscriptions = Disposable.from(
      this.runs,
      this.#question,
      this.#link,
      this.#changed,
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(readPageMessage(message))),
      this.runs.onDidChange(() => this.#showRuns()),
      server.on('catalogChanged', () => this.#question.askSoon()),
      server.on('previewChanged', () => this.#question.askSoon()),
      server.onDidChangeRunning(() => this.#question.askSoon()),
      workspace.onDidGrantWorkspaceTrust(() => this.#question.askSoon()),
      workspace.onDidChangeTextDocument(({ document }) => this.#askIfShown(document.uri)),
      workspace.onDidOpenTextDocument(({ uri }) => this.#askIfShown(uri)),
      workspace.onDidCloseTextDocument(({ uri }) => this.#askIfShown(uri)),
    );
    panel.webview.options = pageOptions(parts.extension);
    panel.webview.html = pageHtml(panel.webview, parts.extension, 'preview', 'Preview');
    this.#showTitle();
  }

  /** The target, lock or text has changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  get target(): PreviewTarget | undefined {
    return this.#target;
  }

  get preview(): InvocationPreview | undefined {
    return this.#preview;
  }

  get locked(): boolean {
    return this.#locked;
  }

  set locked(locked: boolean) {
    this.#locked = locked;
    this.#postTarget();
    this.#showTitle();
    this.#changed.fire();
  }

  /** Shows a skill, with its previous arguments in this panel unless others are given. */
  show(uri: Uri, text = this.#argumentsByUri.get(uri.toString()) ?? ''): void {
    this.remember();
    if (this.#target?.uri.toString() !== uri.toString()) this.#forgetPreview();
    this.#setTarget({ uri, arguments: text });
    this.#postTarget();
    void this.#question.ask();
  }

  /** Focuses the arguments field. */
  focus(): void {
    this.#wantsFocus = true;
    if (this.#ready) this.#postTarget();
  }

  /** Shows the file of the active editor if it is a skill. */
  async follow(uri: Uri): Promise<void> {
    if (this.#locked || uri.toString() === this.#target?.uri.toString()) return;
    const key = uri.toString();
    const params = { uri: key, arguments: this.#argumentsByUri.get(key) ?? '' };
    const found = await this.#parts.server.request('skillwright/preview', params).catch(() => null);
    if (found && !this.#locked && window.activeTextEditor?.document.uri.toString() === key) this.show(uri);
  }

  /** Replaces the arguments, as if they had been typed. */
  setArguments(text: string): void {
    if (this.#target) this.show(this.#target.uri, text);
  }

  /** Names of the skills that are invoked after it, before `/compact`. */
  get newer(): readonly string[] {
    return this.#newer;
  }

  /** Invokes these skills after it, and shows what is left of it. */
  chooseNewer(names: readonly string[]): void {
    this.#newer = names;
    this.#postTarget();
    if (this.#view === 'compaction') void this.#question.ask();
    else this.#post({ kind: 'choose', view: 'compaction' });
  }

  /** Adds the arguments to the history. */
  remember(): void {
    const { history } = this.#parts;
    if (!this.#target || !history.remember(this.#target.uri.toString(), this.#target.arguments)) return;
    this.#post({ kind: 'history', history: history.of(this.#target.uri.toString()) });
  }

  dispose(): void {
    this.remember();
    this.#subscriptions.dispose();
  }

  async #receive(message: FromPreviewPage | undefined): Promise<void> {
    switch (message?.kind) {
      case 'ready':
        this.#ready = true;
        this.#view = message.view;
        this.#newer = message.newer;
        this.#postTarget();
        return this.#question.ask();
      case 'view':
        this.#view = message.view;
        this.#render();
        return this.#view === 'compaction' ? this.#question.ask() : undefined;
      case 'arguments':
        if (this.#target) this.#setTarget({ uri: this.#target.uri, arguments: message.arguments });
        return this.#question.askSoon();
      case 'argument':
        return this.#setArgument(message.index, message.value);
      case 'newer':
        return this.chooseNewer(changed(this.#newer, message.change, this.#preview?.compaction));
      case 'remember':
        return this.remember();
      case 'run': {
        const injection = this.#preview?.injections.find(({ hash }) => hash === message.hash);
        if (injection) await this.#parts.run(this, [injection]);
        return;
      }
      case 'cancel':
        return this.runs.cancel(message.hash);
      case 'allow':
        return this.#target && allowCommand(this.#parts.server, this.#parts.failures, this.#target, message.hash);
      case 'select':
        return this.#link.select(message.source);
      case 'scroll':
        return this.#link.scrollTo(message.offset);
      case 'link':
        return this.#target && openLink(message.address, this.#target.uri);
      case 'copy':
        return copyText(message.text);
      case 'command':
        await commands.executeCommand(pageCommands[message.command]);
    }
  }

  async #setArgument(index: number, value: string): Promise<void> {
    const target = this.#target;
    if (!target) return;
    const turn = ++this.#argumentTurn;
    const params = { uri: target.uri.toString(), arguments: target.arguments, index, value };
    const text = await this.#parts.server.request('skillwright/argumentsWith', params).catch(() => null);
    if (turn !== this.#argumentTurn || this.#target?.uri !== target.uri) return;
    if (text === null) return this.#post({ kind: 'argument-refused', index });
    this.#setTarget({ uri: target.uri, arguments: text });
    this.#postTarget();
    return this.#question.ask();
  }

  #params() {
    if (!this.#target || !this.#ready) return undefined;
    const { uri, arguments: given } = this.#target;
    const compaction = this.#view === 'compaction' ? { compaction: { newer: this.#newer } } : {};
    return { uri: uri.toString(), arguments: given, outcomes: this.runs.outcomes, ...compaction };
  }

  async #answer(answer: PreviewAnswer): Promise<void> {
    if ('problem' in answer) {
      this.#parts.failures.log('Could not create the preview', answer.problem);
      this.#forgetPreview();
      this.#post({ kind: 'failed', reason: answer.problem });
    } else if (answer.preview) {
      this.#preview = answer.preview;
      this.runs.keepOnly(answer.preview.injections);
      this.#link.show(this.#target?.uri, answer.preview);
      this.#postPreview(answer.preview);
      this.#render();
    } else {
      this.#forgetPreview();
      await this.#explainMissingPreview();
    }
    this.#showTitle();
    this.#changed.fire();
  }

  async #explainMissingPreview(): Promise<void> {
    const target = this.#target;
    if (!target) return;
    const { title, advice } = await explainMissingPreview(target.uri);
    if (this.#target === target) this.#post({ kind: 'nothing', title, advice });
  }

  #forgetPreview(): void {
    this.#preview = undefined;
    this.#link.show(undefined, undefined);
  }

  #setTarget(target: PreviewTarget): void {
    this.#target = target;
    this.#argumentsByUri.set(target.uri.toString(), target.arguments);
    this.#showTitle();
  }

  /** Shows at once that a command has started. That it has ended is shown together with its outcome. */
  #showRuns(): void {
    const { running } = this.runs;
    if (running.length > this.#runningShown) this.#post({ kind: 'running', running });
    this.#runningShown = running.length;
    this.#question.askSoon();
  }

  #askIfShown(uri: Uri): void {
    if (uri.toString() === this.#target?.uri.toString()) this.#question.askSoon();
  }

  #postTarget(): void {
    const uri = this.#target?.uri.toString();
    this.#post({
      kind: 'target',
      uri,
      arguments: this.#target?.arguments ?? '',
      locked: this.#locked,
      history: uri === undefined ? [] : this.#parts.history.of(uri),
      focus: this.#wantsFocus,
      newer: this.#newer,
    });
    if (this.#ready) this.#wantsFocus = false;
  }

  #postPreview(preview: InvocationPreview): void {
    const scheme = this.#target?.uri.scheme ?? 'file';
    const elsewhere = isInBrowser || (scheme !== 'file' && scheme !== 'untitled');
    this.#post({ kind: 'preview', preview, trusted: workspace.isTrusted, elsewhere, running: this.runs.running });
  }

  #render(): void {
    if (this.#view === 'rendered' && this.#preview) this.#rendered.render(this.#preview);
  }

  #post(message: ToPreviewPage): void {
    if (this.#ready) void this.panel.webview.postMessage(message);
  }

  #showTitle(): void {
    const name = this.#preview?.invocation ?? (this.#target ? nameOf(this.#target.uri) : 'Skill');
    const title = this.#locked ? `[Preview] ${name}` : `Preview ${name}`;
    if (this.panel.title !== title) this.panel.title = title;
  }
}

/** Adds the longest of the other skills, or removes the last one. */
function changed(
  names: readonly string[],
  change: 1 | -1,
  compaction: InvocationPreview['compaction'],
): readonly string[] {
  if (change < 0) return names.slice(0, -1);
  const next = compaction?.possiblyNewer.find(({ name }) => !names.includes(name));
  return next ? [...names, next.name] : names;
}
