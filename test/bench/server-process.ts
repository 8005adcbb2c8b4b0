import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  CodeActionRequest,
  type CompletionItem,
  CompletionRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DiagnosticRefreshRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidOpenTextDocumentNotification,
  type DocumentDiagnosticReport,
  DocumentDiagnosticRequest,
  ExitNotification,
  FileChangeType,
  type Hover,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type Position,
  type ProtocolConnection,
  type Range,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver/node';
import type { ParamsOf, ResultOf, ServerRequestName } from '../../server/src/protocol.ts';
import { repositoryRoot } from '../e2e/host/repository.ts';
import type { TypedCharacter } from './typed-text.ts';

/** What VS Code can do of what the measured requests need. */
export const editorCapabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    diagnostics: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
  },
  textDocument: {
    diagnostic: {},
    codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } },
  },
};

const monitor = path.join(repositoryRoot, 'test', 'bench', 'event-loop-monitor.cjs');

/** The built language server in a process of its own, spoken to over standard input and output. */
export class ServerProcess {
  readonly #process: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #versions = new Map<string, number>();
  readonly #refreshing = new Set<() => void>();

  private constructor(home: string, nodeOptions: readonly string[], settings: object | null) {
    const server = path.join(repositoryRoot, 'dist', 'server.cjs');
    this.#process = spawn(process.execPath, ['--require', monitor, ...nodeOptions, server, '--stdio'], {
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
    });
    this.#connection = createProtocolConnection(
      new StreamMessageReader(this.#process.stdout!),
      new StreamMessageWriter(this.#process.stdin!),
    );
    this.#connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => settings));
    this.#connection.onRequest(RegistrationRequest.type, () => {});
    this.#connection.onRequest(DiagnosticRefreshRequest.type, () => {
      for (const told of this.#refreshing) told();
    });
    // What the server logs does not matter here.
    this.#connection.onUnhandledNotification(() => {});
    this.#connection.listen();
  }

  /**
   * Starts a server on a project as VS Code does.
   *
   * @param settings the section `skillwright`
   */
  static async start(
    project: string,
    nodeOptions: readonly string[] = [],
    settings: object | null = null,
  ): Promise<ServerProcess> {
    const server = new ServerProcess(project, nodeOptions, settings);
    await server.#connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities: editorCapabilities,
      initializationOptions: { workspaceTrusted: true },
      workspaceFolders: [{ uri: pathToFileURL(project).href, name: path.basename(project) }],
    });
    await server.#connection.sendNotification(InitializedNotification.type, {});
    return server;
  }

  /** Opens a file of the disk. Returns its text. */
  async open(file: string): Promise<string> {
    const text = await readFile(file, 'utf8');
    this.#versions.set(file, 1);
    await this.#connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: pathToFileURL(file).href, languageId: 'skill', version: 1, text },
    });
    return text;
  }

  /** Tells the server what was typed, without waiting for anything. */
  async type(file: string, { position, character }: TypedCharacter): Promise<void> {
    const version = this.#versions.get(file)! + 1;
    this.#versions.set(file, version);
    const end = { ...position, character: position.character + 1 };
    await this.#connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: pathToFileURL(file).href, version },
      contentChanges: [{ range: { start: position, end }, text: character }],
    });
  }

  /** Asks for the diagnostics of a file, open or not. */
  diagnose(file: string): Promise<DocumentDiagnosticReport> {
    return this.#connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: { uri: pathToFileURL(file).href },
    });
  }

  /** Asks for the actions of a light bulb. */
  async actions(file: string, range: Range): Promise<readonly unknown[]> {
    const params = { textDocument: { uri: pathToFileURL(file).href }, range, context: { diagnostics: [] } };
    return (await this.#connection.sendRequest(CodeActionRequest.type, params)) ?? [];
  }

  /** Asks for what can be written at a place in a file. */
  async complete(file: string, position: Position): Promise<readonly CompletionItem[]> {
    const params = { textDocument: { uri: pathToFileURL(file).href }, position };
    const found = await this.#connection.sendRequest(CompletionRequest.type, params);
    return Array.isArray(found) ? found : (found?.items ?? []);
  }

  /** Asks what is shown about a place in a file. */
  hover(file: string, position: Position): Promise<Hover | null> {
    return this.#connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: pathToFileURL(file).href },
      position,
    });
  }

  /** Asks one of our own questions. */
  ask<Name extends ServerRequestName>(method: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>> {
    return this.#connection.sendRequest<ResultOf<Name>>(method, params);
  }

  /** Asks for the findings of all files that are not open. */
  async checkWorkspace(signal: AbortSignal): Promise<void> {
    const source = new CancellationTokenSource();
    signal.addEventListener('abort', () => source.cancel());
    await this.#connection
      .sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [] }, source.token)
      .catch(() => undefined);
  }

  /** Tells that files have changed on disk. */
  async changed(files: readonly string[]): Promise<void> {
    const type: FileChangeType = FileChangeType.Changed;
    const changes = files.map((file) => ({ uri: pathToFileURL(file).href, type }));
    await this.#connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }

  /** Resolves when the server next tells the editor to ask for findings again. */
  refreshed(): Promise<void> {
    return new Promise((resolve) => {
      const told = () => {
        this.#refreshing.delete(told);
        resolve();
      };
      this.#refreshing.add(told);
    });
  }

  /** Resolves when the server has ended what it does in the background: in a second, it used a tenth of it at most. */
  async idle(): Promise<void> {
    for (let before = Number.NEGATIVE_INFINITY; ; ) {
      const { used } = await this.#askMonitor<{ used: number }>('used');
      if (used - before < 100) return;
      before = used;
      await setTimeout(1_000);
    }
  }

  /** Milliseconds for which the server's event loop was held at most since this was asked last. */
  async heldSince(): Promise<number> {
    return (await this.#askMonitor<{ held: number }>('held')).held;
  }

  /** Megabytes of memory that the process has now. */
  async megabytes(): Promise<number> {
    return (await this.#askMonitor<{ megabytes: number }>('memory')).megabytes;
  }

  async #askMonitor<Answer>(question: string): Promise<Answer> {
    const answer = once(this.#process, 'message');
    this.#process.send(question);
    const [told] = (await answer) as [Answer];
    return told;
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    await this.#connection.sendRequest(ShutdownRequest.type);
    await this.#connection.sendNotification(ExitNotification.type);
    await exit;
    this.#connection.dispose();
  }
}
