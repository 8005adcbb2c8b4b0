import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  ConfigurationRequest,
  createProtocolConnection,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  type DocumentDiagnosticReport,
  DocumentDiagnosticRequest,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  IPCMessageReader,
  IPCMessageWriter,
  LogMessageNotification,
  MessageType,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  type Range,
  type Registration,
  RegistrationRequest,
  ShowDocumentRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
  UnregistrationRequest,
} from 'vscode-languageserver/node';
import { nodeServer } from '../../build/server-bundle.mjs';
import { sharedBundle } from '../shared-bundle.ts';
import { applyEdits } from '../unit/features/open-text.ts';

let bundle: string;

/** The home of the servers of a file, unless a test says otherwise. */
let usualHome: string;

/** Bundles the server, before the tests of the calling file, as the product is bundled; the same for all files. */
export function bundleServerForTests(): void {
  beforeAll(async () => {
    bundle = path.join(await sharedBundle('server', bundleServer), 'server.cjs');
    usualHome = await temporaryFolder();
  });
  afterAll(() => rm(usualHome, { recursive: true, force: true }));
}

/** The path of the bundled server, for a test that starts it in another way. */
export function bundledServer(): string {
  return bundle;
}

async function bundleServer(folder: string): Promise<void> {
  const absWorkingDir = path.resolve(import.meta.dirname, '../..');
  await build({ ...nodeServer, absWorkingDir, outdir: folder, logLevel: 'error' });
  await useManagedFolder(folder);
}

const managedFolders = ['/etc/claude-code', '/Library/Application Support/ClaudeCode', 'C:/Program Files/ClaudeCode'];

/** Makes a server look for an organization's files in the folder that a test names, and never in that of the system. */
async function useManagedFolder(bundled: string): Promise<void> {
  const named = new Set<string>();
  for (const name of await readdir(bundled, { recursive: true })) {
    if (!name.endsWith('.cjs')) continue;
    const file = path.join(bundled, name);
    let code = await readFile(file, 'utf8');
    for (const folder of managedFolders) {
      if (!code.includes(`"${folder}"`)) continue;
      named.add(folder);
      code = code.replaceAll(`"${folder}"`, 'process.env.TEST_MANAGED');
    }
    await writeFile(file, code);
  }
  const missing = managedFolders.filter((folder) => !named.has(folder));
  if (missing.length > 0) throw new Error(`The server does not name ${missing.join(', ')}`);
}

/** A folder of its own, under its real path. */
export async function temporaryFolder(): Promise<string> {
  return realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-server-')));
}

/** The URI of a path. */
export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

/** What the capabilities of VS Code have in common with what the server looks at. */
export const vscodeCapabilities: ClientCapabilities = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    diagnostics: { refreshSupport: true },
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ['create', 'rename', 'delete'],
      changeAnnotationSupport: {},
    },
  },
  textDocument: {
    diagnostic: {},
    codeAction: { dataSupport: true, disabledSupport: true, resolveSupport: { properties: ['edit'] } },
    completion: { completionItem: { snippetSupport: true } },
  },
  window: { showDocument: { support: true } },
};

/** How an editor is and what it has open. */
export interface EditorOptions {
  readonly capabilities?: ClientCapabilities;
  readonly workspaceFolders?: readonly string[];
  readonly initializationOptions?: unknown;
  /** The section `skillwright` for a resource. */
  readonly settings?: (uri: string | undefined) => unknown;
  /**
   * How the server is started: by default as for standard input and output, but in a thread, which takes half as long as a process.
   * For a test of processes there is `stdio`.
   */
  readonly transport?: 'stdio' | 'node-ipc';
  readonly home?: string;
  /** The folder of an organization's settings and skills. */
  readonly managed?: string;
}

/** Starts the bundled server in a thread. What it has compiled is kept for the next one of the run, as it is kept for a user. */
function startThread(env: Readonly<Record<string, string | undefined>>): Worker {
  return new Worker(bundle, {
    argv: ['--stdio'],
    execArgv: ['--require', path.join(import.meta.dirname, 'home-of-thread.cjs')],
    env: { XDG_CACHE_HOME: path.join(inject('runFolder'), 'cache'), ...env },
    stdin: true,
    stdout: true,
    stderr: true,
  });
}

/** An editor that speaks to a server of its own. */
export class Editor {
  readonly connection: ProtocolConnection;
  readonly #server: ChildProcess | Worker;
  /** Whether the server has ended, for whatever reason. */
  hasEnded = false;
  /** How often the server asked for diagnostics to be pulled again. */
  refreshes = 0;
  readonly published: PublishDiagnosticsParams[] = [];
  /** Logged errors and warnings. */
  readonly log: string[] = [];
  /** What else was logged. */
  readonly information: string[] = [];
  readonly registrations: Registration[] = [];
  readonly shownPages: string[] = [];
  settings: (uri: string | undefined) => unknown;
  initialized!: InitializeResult;
  readonly #texts = new Map<string, { version: number; text: string }>();

  private constructor(options: EditorOptions) {
    this.settings = options.settings ?? (() => null);
    const home = options.home ?? usualHome;
    const env = { PATH: process.env.PATH, HOME: home, TEST_MANAGED: options.managed ?? path.join(home, 'managed') };
    if (options.transport === 'node-ipc') {
      const child = fork(bundle, ['--node-ipc'], { env });
      this.#server = child;
      this.connection = createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    } else {
      const server =
        options.transport === 'stdio' ? spawn(process.execPath, [bundle, '--stdio'], { env }) : startThread(env);
      this.#server = server;
      this.connection = createProtocolConnection(
        new StreamMessageReader(server.stdout),
        new StreamMessageWriter(server.stdin!),
      );
    }
    this.#server.once('exit', () => {
      this.hasEnded = true;
    });
    this.#answer();
    this.connection.listen();
  }

  /** Starts a server and introduces an editor; both end with the test. */
  static async start(options: EditorOptions = {}): Promise<Editor> {
    const editor = new Editor(options);
    onTestFinished(() => editor.stop());
    editor.initialized = await editor.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities: options.capabilities ?? vscodeCapabilities,
      initializationOptions: { workspaceTrusted: true, ...(options.initializationOptions as object | undefined) },
      workspaceFolders: options.workspaceFolders?.map((folder) => ({ uri: uriOf(folder), name: folder })) ?? null,
    });
    await editor.connection.sendNotification(InitializedNotification.type, {});
    return editor;
  }

  /** The process of the server, for tests that ask for one. */
  get process(): ChildProcess {
    if (this.#server instanceof Worker) throw new Error('The server runs in a thread');
    return this.#server;
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const ended = new Promise((resolve) => this.#server.once('exit', resolve));
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    await ended;
    this.connection.dispose();
  }

  async open(uri: string, text: string, languageId = 'markdown'): Promise<void> {
    this.#texts.set(uri, { version: 1, text });
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Types: each change is one of the protocol's, applied one after the other. */
  async change(uri: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const known = this.#texts.get(uri)!;
    known.version++;
    for (const change of contentChanges) {
      known.text =
        'range' in change ? applyEdits(known.text, [{ range: change.range, newText: change.text }]) : change.text;
    }
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: known.version },
      contentChanges,
    });
  }

  /** Replaces the whole text. */
  replace(uri: string, text: string): Promise<void> {
    return this.change(uri, { text });
  }

  async close(uri: string): Promise<void> {
    this.#texts.delete(uri);
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  save(uri: string): Promise<void> {
    return this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  }

  text(uri: string): string {
    return this.#texts.get(uri)!.text;
  }

  version(uri: string): number {
    return this.#texts.get(uri)!.version;
  }

  pull(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    return this.connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: { uri },
      identifier: 'skillwright',
      ...(previousResultId === undefined ? {} : { previousResultId }),
    });
  }

  /** The ids of the rules that have something to say, in source order. */
  async rules(uri: string): Promise<unknown[]> {
    const report = await this.pull(uri);
    return report.kind === 'full' ? report.items.map(({ code }) => code) : [];
  }

  async codeActions(uri: string, range: Range, only?: string[]): Promise<CodeAction[]> {
    const actions = await this.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range,
      context: { diagnostics: [], ...(only && { only }) },
    });
    return (actions ?? []) as CodeAction[];
  }

  /** The action with its edit, as when a user chooses it. */
  resolved(action: CodeAction | undefined): Promise<CodeAction> {
    if (!action) throw new Error('There is no such action');
    return this.connection.sendRequest(CodeActionResolveRequest.type, action);
  }

  settingsChanged(section?: unknown): Promise<void> {
    return this.connection.sendNotification(DidChangeConfigurationNotification.type, {
      settings: section === undefined ? null : { skillwright: section },
    });
  }

  fileChanged(uri: string): Promise<void> {
    return this.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri, type: 2 }] });
  }

  #answer(): void {
    const { connection } = this;
    connection.onRequest(ConfigurationRequest.type, ({ items }) =>
      items.map(({ scopeUri }) => this.settings(scopeUri)),
    );
    connection.onRequest(DiagnosticRefreshRequest.type, () => {
      this.refreshes++;
    });
    connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      this.registrations.push(...registrations);
    });
    connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
      const gone = new Set(unregisterations.map(({ id }) => id));
      this.registrations.splice(0, Infinity, ...this.registrations.filter(({ id }) => !gone.has(id)));
    });
    connection.onRequest(ShowDocumentRequest.type, ({ uri }) => {
      this.shownPages.push(uri);
      return { success: true };
    });
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => void this.published.push(params));
    connection.onNotification(LogMessageNotification.type, ({ type, message }) => {
      (type <= MessageType.Warning ? this.log : this.information).push(message);
    });
  }
}
