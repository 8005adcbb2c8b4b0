import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createConnection,
  createProtocolConnection,
  type DataCallback,
  type Diagnostic,
  type Message,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
// Loaded here, so that the first request does not wait for it while nothing seems to happen.
import '../../../server/src/lsp/requests/view-requests.ts';
import { startServer } from '../../../server/src/lsp/server.ts';
import type { FileSystem } from '../../../server/src/platform/file-system.ts';
import type { Platform } from '../../../server/src/platform/platform.ts';
import type { TreeNode } from '../../../server/src/protocol.ts';
import { vscodeCapabilities } from '../../protocol/editor.ts';

/** A message is with its reader at once. */
function channel(onMessage: () => void) {
  let listener: DataCallback = () => {};
  class Reader extends AbstractMessageReader {
    listen(callback: DataCallback) {
      listener = callback;
      return { dispose() {} };
    }
  }
  class Writer extends AbstractMessageWriter {
    async write(message: Message): Promise<void> {
      onMessage();
      listener(structuredClone(message));
    }
    end(): void {}
  }
  return { reader: new Reader(), writer: new Writer() };
}

/** What an editor asks, and what it shows. */
export interface Answers {
  readonly rows: readonly string[];
  readonly budget: unknown;
  readonly listing: unknown;
  readonly problems: readonly unknown[];
  readonly findings: readonly Diagnostic[];
}

/** An editor and a server in this process, over files in memory. The editor has one skill open, and shows the tree. */
export class EditorInMemory {
  /** The rows of the last tree that was requested because the server said that the catalog has changed. */
  shown: readonly string[] = [];
  readonly errors: string[] = [];
  readonly #client: ProtocolConnection;
  readonly #project: string;
  readonly #open: string;
  #refreshes = 0;

  /** @param onMessage called when something is sent, in either direction */
  constructor(files: FileSystem, home: string, project: string, open: string, onMessage: () => void) {
    const [toServer, toClient] = [channel(onMessage), channel(onMessage)];
    this.#project = project;
    this.#open = open;
    const server = createConnection(toServer.reader, toClient.writer);
    const variables: Record<string, string> = { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1' };
    const environment = { home, managed: '/etc/claude-code', variable: (name: string) => variables[name] };
    startServer(server, { files, environment, privateFolder: () => undefined } as unknown as Platform);
    server.listen();
    this.#client = createProtocolConnection(toClient.reader, toServer.writer);
    this.#client.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
    for (const method of ['client/registerCapability', 'client/unregisterCapability', 'workspace/diagnostic/refresh'])
      this.#client.onRequest(method, () => null);
    this.#client.onNotification('window/logMessage', ({ type, message }) => {
      if (type === 1) this.errors.push(message);
    });
    this.#client.onNotification('skillwright/catalogChanged', () => void this.refresh());
    this.#client.listen();
  }

  async start(text: string): Promise<void> {
    await this.#client.sendRequest('initialize', {
      processId: null,
      rootUri: null,
      capabilities: vscodeCapabilities,
      initializationOptions: { editorShowsPreview: true, checksClosedFiles: true, workspaceTrusted: true },
      workspaceFolders: [{ uri: `file://${this.#project}`, name: 'app' }],
    });
    await this.#client.sendNotification('initialized', {});
    await this.#client.sendNotification('textDocument/didOpen', {
      textDocument: { uri: `file://${this.#open}`, languageId: 'skill', version: 1, text },
    });
  }

  /** The whole text of the open skill is another one. */
  edit(version: number, text: string): Promise<void> {
    return this.#client.sendNotification('textDocument/didChange', {
      textDocument: { uri: `file://${this.#open}`, version },
      contentChanges: [{ text }],
    });
  }

  /** Reads the tree again, unless it is read once more before this ends. */
  async refresh(): Promise<void> {
    const refresh = ++this.#refreshes;
    const rows = await this.rows();
    if (refresh === this.#refreshes) this.shown = rows;
  }

  changed(paths: readonly string[], type: 1 | 2 | 3): Promise<void> {
    const changes = paths.map((path) => ({ uri: `file://${path}`, type }));
    return this.#client.sendNotification('workspace/didChangeWatchedFiles', { changes });
  }

  ask<Answer>(method: string, params: object): Promise<Answer> {
    return this.#client.sendRequest(method, params);
  }

  async rows(parent?: string): Promise<string[]> {
    const view = { grouping: 'tier', hideEmpty: false, ...(parent !== undefined && { parent }) };
    const rows: string[] = [];
    for (const node of await this.ask<TreeNode[]>('skillwright/tree', view)) {
      rows.push(`${node.label}  ${node.description ?? ''}`);
      const isFile = node.children === 'none';
      if (!isFile) rows.push(...(await this.rows(node.id)).map((row) => `  ${row}`));
    }
    return rows;
  }

  async answers(skills: readonly string[]): Promise<Answers> {
    const uriOf = (path: string) => ({ uri: `file://${path}` });
    const report = await this.ask<{ readonly items: Diagnostic[] }>('textDocument/diagnostic', {
      textDocument: uriOf(this.#open),
    });
    const problems: unknown[] = [];
    for (const path of skills) problems.push([path, await this.ask('skillwright/problems', uriOf(path))]);
    return {
      rows: await this.rows(),
      budget: await this.ask('skillwright/budget', {}),
      listing: await this.ask('skillwright/listing', {}),
      problems,
      findings: report.items,
    };
  }

  dispose(): void {
    this.#client.dispose();
  }
}
