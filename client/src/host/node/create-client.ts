import { Uri } from 'vscode';
import {
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';

/** Changes the connection to a server that has just been started. */
type Connected = (transports: MessageTransports) => MessageTransports;

/** The library's client for our server, which is not started yet, in a process of its own. */
export function createClient(extension: Uri, options: LanguageClientOptions, connected: Connected): LanguageClient {
  const module = Uri.joinPath(extension, 'dist', 'server.cjs').fsPath;
  const server: ServerOptions = {
    run: { module, transport: TransportKind.ipc },
    debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6011'] } },
  };
  return new (class extends LanguageClient {
    protected override async createMessageTransports(encoding: string): Promise<MessageTransports> {
      return connected(await super.createMessageTransports(encoding));
    }
  })('skillwright', 'Skillwright', server, options);
}
