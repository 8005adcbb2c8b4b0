import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { browserPlatform } from '../platform/browser/browser-platform.ts';
import { clientFileSystem } from './client-file-system.ts';
import { startServer } from './server.ts';

/** Where messages from the editor arrive and answers go: a worker, or a port in a test. */
type MessagePortLike = ConstructorParameters<typeof BrowserMessageReader>[0];

/** Serves an editor from a web worker until the editor ends it. All files are read by the editor. */
export function startBrowserServer(port: MessagePortLike): void {
  const connection = createConnection(
    ProposedFeatures.all,
    new BrowserMessageReader(port),
    new BrowserMessageWriter(port),
  );
  startServer(connection, browserPlatform(clientFileSystem(connection)));
  connection.listen();
}
