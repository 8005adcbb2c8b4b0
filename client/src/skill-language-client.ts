import {
  type CancellationToken,
  type Disposable,
  type Event,
  EventEmitter,
  type ExtensionContext,
  type LogOutputChannel,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import {
  DocumentDiagnosticRequest,
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import type {
  CatalogChanged,
  InitializationOptions,
  ParamsOf,
  ResultOf,
  ServerFacts,
  ServerRequestName,
} from '../../server/src/protocol.ts';
import { documentSelector } from './document-selector.ts';
import { findInstalledClaudeCode } from './installed-claude-code.ts';
import { RepeatedFindings } from './repeated-findings.ts';
import { StatusItem } from './status-item.ts';

/** The language server's process and what shows its state. Made when the first of our files or views is opened. */
export class SkillLanguageClient implements Disposable {
  readonly #client: LanguageClient;
  readonly #output: LogOutputChannel;
  readonly #status = new StatusItem();
  readonly #repeated = new RepeatedFindings((document) => this.#pullAgain(document));
  readonly #catalogChanged = new EventEmitter<CatalogChanged>();
  readonly #previewChanged = new EventEmitter<void>();
  readonly #runningChanged = new EventEmitter<boolean>();
  readonly #trustGranted: Disposable;
  #installedRelease: string | undefined;
  /** Ends with the last start or stop that was asked for. */
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(context: ExtensionContext, output: LogOutputChannel) {
    this.#output = output;
    const module = Uri.joinPath(context.extensionUri, 'dist', 'server.cjs').fsPath;
    const server: ServerOptions = {
      run: { module, transport: TransportKind.ipc },
      debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6011'] } },
    };
    // Asked at every start: trust may have been granted since the last one.
    const initializationOptions = (): InitializationOptions => ({
      editorKnowsMarkdown: true,
      editorShowsPreview: true,
      workspaceTrusted: workspace.isTrusted,
    });
    const options: LanguageClientOptions = {
      documentSelector,
      outputChannel: output,
      initializationOptions,
      middleware: this.#repeated.middleware,
      // Server text: nothing in it may run a command, nor be HTML or an icon.
      markdown: { isTrusted: false, supportHtml: false, supportThemeIcons: false },
      diagnosticPullOptions: { onChange: true, onTabs: false },
    };
    this.#client = new LanguageClient('skillwright', 'Skillwright', server, options);
    this.#client.onDidChangeState(({ oldState, newState }) => {
      this.#showStatus(newState);
      // It may have been granted while the server started.
      if (newState === State.Running) this.#tellTrust();
      // One that has crashed is started again by the library: nothing to tell before it has failed or runs.
      if (newState !== State.Starting && newState !== oldState) this.#runningChanged.fire(newState === State.Running);
    });
    this.#client.onNotification('skillwright/catalogChanged', (change: CatalogChanged) =>
      this.#catalogChanged.fire(change),
    );
    this.#client.onNotification('skillwright/previewChanged', () => this.#previewChanged.fire());
    this.#trustGranted = workspace.onDidGrantWorkspaceTrust(() => this.#tellTrust());
  }

  readonly onDidChangeCatalog: Event<CatalogChanged> = this.#catalogChanged.event;

  readonly onDidChangePreview: Event<void> = this.#previewChanged.event;

  readonly onDidChangeRunning: Event<boolean> = this.#runningChanged.event;

  /** Asks the server when it has started; rejects where it does not run or the request fails. */
  async request<Name extends ServerRequestName>(
    name: Name,
    params: ParamsOf<Name>,
    token?: CancellationToken,
  ): Promise<ResultOf<Name>> {
    await this.#lastTurn;
    // A token that is missing would be sent as one more parameter.
    return token ? this.#client.sendRequest(name, params, token) : this.#client.sendRequest(name, params);
  }

  /** Starts the server; a failure is shown in the status item and the output, never as a notification. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  /** Stops the server, whatever its state, and starts it again. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      this.#output.info('Restarting the language server');
      await this.#stop();
      await this.#start();
    });
  }

  stop(): Promise<void> {
    return this.#inTurn(() => this.#stop());
  }

  dispose(): void {
    this.#repeated.dispose();
    this.#trustGranted.dispose();
    this.#status.dispose();
    this.#catalogChanged.dispose();
    this.#previewChanged.dispose();
    this.#runningChanged.dispose();
    void this.stop();
  }

  #tellTrust(): void {
    if (workspace.isTrusted && this.#client.isRunning()) {
      void this.#client.sendNotification('skillwright/workspaceTrusted').catch(() => {});
    }
  }

  /** One after the other: a client that is starting refuses to be stopped. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(step);
    return this.#lastTurn;
  }

  async #start(): Promise<void> {
    void findInstalledClaudeCode().then((release) => {
      this.#installedRelease = release;
      this.#showStatus(this.#client.state);
    });
    try {
      await this.#client.start();
    } catch (error) {
      this.#output.error('The language server did not start', String(error));
      this.#status.show({ state: 'failed', verifiedRelease: undefined, installedRelease: undefined });
    }
  }

  async #stop(): Promise<void> {
    try {
      if (this.#client.needsStop()) await this.#client.stop();
    } catch (error) {
      this.#output.error('The language server did not stop in time', String(error));
    }
  }

  #showStatus(state: State): void {
    const facts = this.#client.initializeResult?.capabilities.experimental as ServerFacts | undefined;
    this.#status.show({
      state,
      verifiedRelease: facts?.verifiedRelease,
      installedRelease: this.#installedRelease,
    });
  }

  #pullAgain(document: TextDocument): void {
    this.#client
      .getFeature(DocumentDiagnosticRequest.method)
      .getProvider(document)
      ?.onDidChangeDiagnosticsEmitter.fire();
  }
}
