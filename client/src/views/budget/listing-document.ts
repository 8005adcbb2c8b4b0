import { type CancellationToken, Disposable, type LogOutputChannel, Uri } from 'vscode';
import type { BudgetParams } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { VirtualDocuments } from '../virtual-documents.ts';
import type { BudgetQuestion } from './budget-question.ts';

const scheme = 'skillwright-listing';

/** Its lines are long, and wrapped: see `configurationDefaults` in package.json. */
const language = 'skill-listing';

/** The folder in the URI's path of a document that follows the what-if of the view. */
const whatIfFolder = '/what-if/';

/** "Show Exactly What the Model Sees": the listing as read-only documents that follow files and the what-if. */
export class ListingDocument implements Disposable {
  readonly #server: LanguageServer;
  readonly #question: BudgetQuestion;
  readonly #output: LogOutputChannel;
  readonly #documents = new VirtualDocuments(scheme, (uri, token) => this.#listing(uri, token));
  readonly #subscriptions: Disposable;

  constructor(server: LanguageServer, question: BudgetQuestion, output: LogOutputChannel) {
    this.#server = server;
    this.#question = question;
    this.#output = output;
    const refresh = () => this.#documents.refreshSoon();
    this.#subscriptions = Disposable.from(
      this.#documents,
      server.on('catalogChanged', refresh),
      server.onDidChangeRunning(refresh),
      question.onDidChange(refresh),
    );
  }

  /** Opens the listing of the session that the budget shows, as it is or with the what-if. */
  async open(hasWhatIf: boolean): Promise<void> {
    const { session } = this.#question;
    // The last part of the path is the title of the tab.
    const title = hasWhatIf ? 'What the model would see' : 'What the model sees';
    const path = `${hasWhatIf ? whatIfFolder : '/'}${title}`;
    await this.#documents.open(Uri.from({ scheme, path, query: session ?? '' }), language, { preview: true });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #listing(uri: Uri, token: CancellationToken): Promise<string> {
    try {
      return await this.#server.request('skillwright/listing', this.#paramsOf(uri), token);
    } catch (error) {
      this.#output.error('Could not read the listing', String(error));
      return 'The listing cannot be shown because the language server did not respond.';
    }
  }

  #paramsOf({ path, query }: Uri): BudgetParams {
    const { whatIf } = this.#question.params;
    return {
      ...(query !== '' && { session: query }),
      ...(whatIf && path.startsWith(whatIfFolder) && { whatIf }),
    };
  }
}
