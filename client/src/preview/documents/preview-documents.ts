import {
  type CancellationToken,
  commands,
  Disposable,
  type LogOutputChannel,
  Uri,
  type ViewColumn,
  workspace,
} from 'vscode';
import { ResponseError } from 'vscode-languageclient';
import type { PreviewOutcome, PreviewParams } from '../../../../server/src/protocol.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { shortText } from '../../text/short-text.ts';
import { KeptTexts } from '../../views/kept-texts.ts';
import { VirtualDocuments } from '../../views/virtual-documents.ts';
import { type PreviewDocumentQuery, readDocumentQuery } from './preview-document-query.ts';

const scheme = 'skillwright-preview';

/** Characters that are not allowed in the path of such a document, whose last part is the title of a tab. */
const notInTitles = /[/\\?#\r\n\t]+/g;

/** The outcomes of commands that previews of a file have run. */
type OutcomesOf = (uri: string) => Readonly<Record<string, PreviewOutcome>>;

/** The texts that an invocation sends, as read-only documents that follow the file. */
export class PreviewDocuments implements Disposable {
  readonly #server: LanguageServer;
  readonly #output: LogOutputChannel;
  readonly #outcomesOf: OutcomesOf;
  /** Commands that were opened to be read, by the key in the URI. */
  readonly #commands = new KeptTexts();
  readonly #documents = new VirtualDocuments(scheme, (uri, token) => this.#text(uri, token));
  readonly #subscriptions: Disposable;

  constructor(server: LanguageServer, output: LogOutputChannel, outcomesOf: OutcomesOf) {
    this.#server = server;
    this.#output = output;
    this.#outcomesOf = outcomesOf;
    const refresh = () => this.#documents.refreshSoon();
    this.#subscriptions = Disposable.from(
      this.#documents,
      server.on('catalogChanged', refresh),
      server.on('previewChanged', refresh),
      server.onDidChangeRunning(refresh),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== scheme) refresh();
      }),
    );
  }

  /** Opens what an invocation sends. */
  async open(invocation: string, params: PreviewParams): Promise<void> {
    await this.#documents.open(uriOf(invocation, params), 'markdown', { preview: true });
  }

  /** Opens commands to be read before they run. */
  async openCommands(invocation: string, text: string, viewColumn: ViewColumn): Promise<void> {
    const key = this.#commands.keyOf(text);
    const uri = documentUri(`Commands of ${invocation}`, { commands: key });
    await this.#documents.open(uri, 'markdown', { viewColumn, preview: false, preserveFocus: true });
  }

  /** Compares what an invocation sends with other arguments and with those of `params`. */
  async compare(invocation: string, params: PreviewParams, others: string): Promise<void> {
    const [left, right] = [uriOf(invocation, { ...params, arguments: others }), uriOf(invocation, params)];
    const title = `${invocation} ${inTitle(others)} ↔ ${inTitle(params.arguments)}`;
    await commands.executeCommand('vscode.diff', left, right, title);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #text({ query }: Uri, token: CancellationToken): Promise<string> {
    const requested = readDocumentQuery(query);
    if (!requested) return 'There is no preview at this address. Open the text from the preview of a skill.';
    if ('commands' in requested)
      return (
        this.#commands.get(requested.commands) ??
        'These commands are no longer available. Run them again in the preview to show them.'
      );
    try {
      const params = { ...requested, outcomes: this.#outcomesOf(requested.uri) };
      const preview = await this.#server.request('skillwright/preview', params, token);
      return preview?.text ?? 'The skill no longer exists.';
    } catch (error) {
      this.#output.error('Could not create the preview', String(error));
      return error instanceof ResponseError
        ? error.message
        : 'The preview cannot be shown because the language server did not respond.';
    }
  }
}

function uriOf(invocation: string, { uri, arguments: text }: PreviewParams): Uri {
  return documentUri(`${invocation} ${inTitle(text)}`, { uri, arguments: text });
}

function documentUri(title: string, query: PreviewDocumentQuery): Uri {
  const name = title.replace(notInTitles, ' ').trim();
  return Uri.from({ scheme, path: `/${name}.md`, query: JSON.stringify(query) });
}

/** Arguments for a title. */
function inTitle(text: string): string {
  return shortText(text) || '(no arguments)';
}
