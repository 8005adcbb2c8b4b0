import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  type ConfigurationItem,
  createConnection,
  createProtocolConnection,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { startServer } from '../../server/src/lsp/server.ts';
import { nodeClaudeCode } from '../../server/src/platform/node/node-claude-code.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { nodePrivateFolder } from '../../server/src/platform/node/node-private-folder.ts';
import { nodeResultFiles } from '../../server/src/platform/node/node-result-files.ts';
import { nodeScratchFolders } from '../../server/src/platform/node/node-scratch-folders.ts';
import { nodeShell } from '../../server/src/platform/node/node-shell.ts';
import type { Platform } from '../../server/src/platform/platform.ts';
import { vscodeCapabilities } from './editor.ts';

/** How the server is started, and the folder that the editor has open. */
interface ServerInProcess {
  /** What is not as it is outside of tests. */
  readonly platform: Pick<Platform, 'environment'> & Partial<Platform>;
  readonly folder: string;
  readonly initializationOptions: object;
  /** The settings that the server asks for. */
  configuration(items: readonly ConfigurationItem[]): readonly unknown[];
  /** Called before the first message is sent. */
  onConnected?(client: ProtocolConnection): void;
}

/** Starts the product's own server in this process, on the real disk; returns the connection of its editor. */
export async function startServerInProcess(start: ServerInProcess): Promise<ProtocolConnection> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  startServer(server, {
    files: nodeFileSystem,
    shell: nodeShell,
    claudeCode: nodeClaudeCode,
    privateFolder: nodePrivateFolder,
    modelServers: { start: startModelServer },
    scratchFolders: nodeScratchFolders,
    resultFiles: nodeResultFiles,
    ...start.platform,
  });
  server.listen();
  const client = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  client.onRequest('workspace/configuration', ({ items }) => start.configuration(items));
  for (const method of ['client/registerCapability', 'client/unregisterCapability', 'workspace/diagnostic/refresh']) {
    client.onRequest(method, () => null);
  }
  start.onConnected?.(client);
  client.listen();
  onTestFinished(() => client.dispose());
  await client.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: null,
    capabilities: vscodeCapabilities,
    initializationOptions: start.initializationOptions,
    workspaceFolders: [{ uri: pathToFileURL(start.folder).href, name: start.folder.split(/[\\/]/).at(-1)! }],
  });
  await client.sendNotification(InitializedNotification.type, {});
  return client;
}
