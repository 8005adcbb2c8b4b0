import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type DocumentDiagnosticReport,
  DocumentDiagnosticRequest,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  type Range,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
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

/** The built language server in a process of its own, spoken to over standard input and output. */
export class ServerProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #connection: ProtocolConnection;
  readonly #versions = new Map<string, number>();

  private constructor(home: string) {
    const server = path.join(repositoryRoot, 'dist', 'server.cjs');
    this.#process = spawn(process.execPath, [server, '--stdio'], { env: { PATH: process.env.PATH, HOME: home } });
    this.#connection = createProtocolConnection(
      new StreamMessageReader(this.#process.stdout),
      new StreamMessageWriter(this.#process.stdin),
    );
    this.#connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => null));
    this.#connection.onRequest(RegistrationRequest.type, () => {});
    this.#connection.listen();
  }

  /** Starts a server on a project as VS Code does. */
  static async start(project: string): Promise<ServerProcess> {
    const server = new ServerProcess(project);
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

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    await this.#connection.sendRequest(ShutdownRequest.type);
    await this.#connection.sendNotification(ExitNotification.type);
    await exit;
    this.#connection.dispose();
  }
}
