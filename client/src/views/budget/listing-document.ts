import {
  type CancellationToken,
  commands,
  Disposable,
  type Event,
  EventEmitter,
  type LogOutputChannel,
  languages,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { BudgetParams } from '../../../../server/src/protocol.ts';
import type { ServerStart } from '../../server-start.ts';
import type { BudgetQuestion } from './budget-question.ts';

const scheme = 'skillwright-listing';

/** What of the URI's path says that the document follows the what-if of the view. */
const supposedFolder = '/what-if/';

/** Changes of files come in bursts; open listings are read again when one has ended. In milliseconds. */
const refreshDelay = 200;

/** "Show Exactly What the Model Sees": the listing as read-only documents that keep up with files and what-if. */
export class ListingDocument implements TextDocumentContentProvider, Disposable {
  readonly #server: ServerStart;
  readonly #question: BudgetQuestion;
  readonly #output: LogOutputChannel;
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable;
  #refreshTimer: NodeJS.Timeout | undefined;

  constructor(server: ServerStart, question: BudgetQuestion, output: LogOutputChannel) {
    this.#server = server;
    this.#question = question;
    this.#output = output;
    this.#subscriptions = Disposable.from(
      this.#changed,
      workspace.registerTextDocumentContentProvider(scheme, this),
      server.onDidChangeCatalog(() => this.#refreshSoon()),
      server.onDidChangeRunning(() => this.#refreshSoon()),
      question.onDidChange(() => this.#refreshSoon()),
      commands.registerCommand('skillwright.showListing', () => this.#open()),
    );
  }

  readonly onDidChange: Event<Uri> = this.#changed.event;

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    try {
      return await this.#server.request('skillwright/listing', this.#paramsOf(uri), token);
    } catch (error) {
      this.#output.error('Could not read the listing', String(error));
      return 'The listing cannot be shown because the language server did not respond.';
    }
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    this.#subscriptions.dispose();
  }

  async #open(): Promise<void> {
    const { session } = this.#question.params;
    const supposed = this.#question.supposes;
    // The last part of the path is the title of the tab.
    const title = supposed ? 'What the model would see' : 'What the model sees';
    const path = `${supposed ? supposedFolder : '/'}${title}`;
    const document = await workspace.openTextDocument(Uri.from({ scheme, path, query: session ?? '' }));
    // One that was opened before has kept what it held.
    this.#changed.fire(document.uri);
    await languages.setTextDocumentLanguage(document, 'plaintext');
    await window.showTextDocument(document, { preview: true });
  }

  #paramsOf({ path, query }: Uri): BudgetParams {
    const { whatIf } = this.#question.params;
    return {
      ...(query !== '' && { session: query }),
      ...(whatIf && path.startsWith(supposedFolder) && { whatIf }),
    };
  }

  #refreshSoon(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) this.#changed.fire(uri);
    }, refreshDelay);
  }
}
