import { createHash } from 'node:crypto';
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
  type ViewColumn,
  window,
  workspace,
} from 'vscode';
import { ResponseError } from 'vscode-languageclient';
import type { PreviewOutcome, PreviewParams } from '../../../../server/src/protocol.ts';
import type { ServerStart } from '../../server-start.ts';
import { type PreviewDocumentQuery, readDocumentQuery } from './preview-document-query.ts';

const scheme = 'skillwright-preview';

/** Changes come in bursts; open documents are read again when one has ended. In milliseconds. */
const refreshDelay = 200;

/** What the path of such a document may not hold, as a part of it is the title of a tab. */
const unfit = /[/\\?#\r\n\t]+/g;

/** The outcomes of commands that previews of a file have run. */
type OutcomesOf = (uri: string) => Readonly<Record<string, PreviewOutcome>>;

/** What an invocation sends as read-only documents that keep up with the file. */
export class PreviewDocuments implements TextDocumentContentProvider, Disposable {
  readonly #server: ServerStart;
  readonly #output: LogOutputChannel;
  readonly #outcomesOf: OutcomesOf;
  /** Texts that were opened to be read, by the hash in the URI. */
  readonly #commands = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #subscriptions: Disposable;
  #refreshTimer: NodeJS.Timeout | undefined;

  constructor(server: ServerStart, output: LogOutputChannel, outcomesOf: OutcomesOf) {
    this.#server = server;
    this.#output = output;
    this.#outcomesOf = outcomesOf;
    this.#subscriptions = Disposable.from(
      this.#changed,
      workspace.registerTextDocumentContentProvider(scheme, this),
      server.onDidChangeCatalog(() => this.#refreshSoon()),
      server.onDidChangePreview(() => this.#refreshSoon()),
      server.onDidChangeRunning(() => this.#refreshSoon()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== scheme) this.#refreshSoon();
      }),
    );
  }

  readonly onDidChange: Event<Uri> = this.#changed.event;

  async provideTextDocumentContent({ query }: Uri, token: CancellationToken): Promise<string> {
    const asked = readDocumentQuery(query);
    if (!asked) return 'There is no preview at this address. Open the text from the preview of a skill.';
    if ('commands' in asked)
      return (
        this.#commands.get(asked.commands) ??
        'These commands are no longer available. Run them again in the preview to show them.'
      );
    try {
      const params = { ...asked, outcomes: this.#outcomesOf(asked.uri) };
      const preview = await this.#server.request('skillwright/preview', params, token);
      return preview?.text ?? 'The skill no longer exists.';
    } catch (error) {
      this.#output.error('Could not create the preview', String(error));
      return error instanceof ResponseError
        ? error.message
        : 'The preview cannot be shown because the language server did not respond.';
    }
  }

  /** Opens what an invocation sends. */
  async open(invocation: string, params: PreviewParams): Promise<void> {
    const document = await workspace.openTextDocument(uriOf(invocation, params));
    // One that was opened before has kept what it held.
    this.#changed.fire(document.uri);
    await languages.setTextDocumentLanguage(document, 'markdown');
    await window.showTextDocument(document, { preview: true });
  }

  /** Opens commands to be read before they run. */
  async openCommands(invocation: string, text: string, viewColumn: ViewColumn): Promise<void> {
    const key = createHash('sha256').update(text).digest('hex');
    this.#commands.set(key, text);
    const uri = documentUri(`Commands of ${invocation}`, { commands: key });
    const document = await workspace.openTextDocument(uri);
    await languages.setTextDocumentLanguage(document, 'markdown');
    await window.showTextDocument(document, { viewColumn, preview: false, preserveFocus: true });
  }

  /** Compares what an invocation sends with other arguments and with those of `params`. */
  async compare(invocation: string, params: PreviewParams, others: string): Promise<void> {
    const [left, right] = [uriOf(invocation, { ...params, arguments: others }), uriOf(invocation, params)];
    const title = `${invocation} ${onOneLine(others)} ↔ ${onOneLine(params.arguments)}`;
    await commands.executeCommand('vscode.diff', left, right, title);
  }

  dispose(): void {
    clearTimeout(this.#refreshTimer);
    this.#subscriptions.dispose();
  }

  #refreshSoon(): void {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = setTimeout(() => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === scheme) this.#changed.fire(uri);
    }, refreshDelay);
  }
}

function uriOf(invocation: string, { uri, arguments: text }: PreviewParams): Uri {
  return documentUri(`${invocation} ${onOneLine(text)}`, { uri, arguments: text });
}

function documentUri(title: string, query: PreviewDocumentQuery): Uri {
  const name = title.replace(unfit, ' ').trim();
  return Uri.from({ scheme, path: `/${name}.md`, query: JSON.stringify(query) });
}

/** Arguments for a title. */
function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '(no arguments)';
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
