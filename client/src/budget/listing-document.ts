import {
  type CancellationToken,
  CodeLens,
  Disposable,
  type LogOutputChannel,
  languages,
  Range,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import { isInBrowser } from '#host/this-host.ts';
import type { BudgetParams } from '../../../server/src/protocol.ts';
import { commandId } from '../contributions/command-id.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { VirtualDocuments } from '../views/virtual-documents.ts';
import type { BudgetQuestion } from './budget-question.ts';

const scheme = 'skillwright-listing';

/** Its lines are long, and wrapped: see `configurationDefaults` in package.json. */
const language = 'skill-listing';

/** The folder in the URI's path of a document that follows the what-if of the view. */
const whatIfFolder = '/what-if/';

/** The note that replaces what only the installed Claude Code can say. */
const askedNote = /^\[.*“Ask Claude Code”/;

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
      languages.registerCodeLensProvider({ scheme }, { provideCodeLenses: askLenses }),
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

/** A click fills in the missing part, at its place and at the top, where it is in sight. */
function askLenses(document: TextDocument): CodeLens[] {
  const last = document.lineCount - (document.lineAt(document.lineCount - 1).isEmptyOrWhitespace ? 2 : 1);
  if (last < 0 || !askedNote.test(document.lineAt(last).text)) return [];
  if (!workspace.isTrusted || isInBrowser) return [];
  const ask = (line: number, title: string) =>
    new CodeLens(new Range(line, 0, line, 0), { command: commandId('askClaudeCode'), title });
  const there = ask(last, '$(refresh) Ask Claude Code for These Entries');
  return last === 0 ? [there] : [ask(0, '$(refresh) Ask Claude Code for Its Own Entries'), there];
}
