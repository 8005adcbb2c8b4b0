import {
  type CancellationToken,
  Disposable,
  type Event,
  EventEmitter,
  languages,
  type TextDocumentContentProvider,
  type TextDocumentShowOptions,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { RunOnceScheduler } from '../run-once-scheduler.ts';

/** Changes of files come in bursts; open documents are read again after one. In milliseconds. */
const refreshDelay = 200;

/** Read-only documents of one URI scheme, whose text is computed when they are opened and after changes. */
export class VirtualDocuments implements TextDocumentContentProvider, Disposable {
  readonly provideTextDocumentContent: (uri: Uri, token: CancellationToken) => Promise<string>;
  readonly #changed = new EventEmitter<Uri>();
  readonly #refreshing: RunOnceScheduler;
  readonly #subscriptions: Disposable;

  /** @param provideText the text of the document with a URI, shown also when it cannot be computed */
  constructor(scheme: string, provideText: (uri: Uri, token: CancellationToken) => Promise<string>) {
    this.provideTextDocumentContent = provideText;
    this.#refreshing = new RunOnceScheduler(refreshDelay, () => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) this.#changed.fire(uri);
    });
    this.#subscriptions = Disposable.from(
      this.#changed,
      this.#refreshing,
      workspace.registerTextDocumentContentProvider(scheme, this),
    );
  }

  readonly onDidChange: Event<Uri> = this.#changed.event;

  /** Computes the text of every open document again, after the burst of changes. */
  refreshSoon(): void {
    this.#refreshing.schedule();
  }

  /** Shows a document, with its current text. */
  async open(uri: Uri, languageId: string, options: TextDocumentShowOptions): Promise<void> {
    const document = await workspace.openTextDocument(uri);
    // A document that is already open keeps its old text.
    this.#changed.fire(document.uri);
    await languages.setTextDocumentLanguage(document, languageId);
    await window.showTextDocument(document, options);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
