import { Uri } from 'vscode';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
} from 'vscode-languageclient/browser';

/** The part of a web worker that is used. The types of browsers are those of pages, which this code does not run in. */
interface ServerWorker {
  terminate(): void;
}

declare const Worker: new (url: string) => ServerWorker;

/** Changes the connection to a server that has just been started. */
type Connected = (transports: MessageTransports) => MessageTransports;

/** The library's client for our server, which is not started yet, in a web worker. */
export function createClient(extension: Uri, options: LanguageClientOptions, connected: Connected): LanguageClient {
  const script = Uri.joinPath(extension, 'dist', 'server.browser.js').toString(true);
  let running: ServerWorker | undefined;
  const start = async (): Promise<MessageTransports> => {
    // The library does not end a worker, not even one that it has stopped.
    running?.terminate();
    running = new Worker(script);
    // VS Code replaces the class of workers, so the library would not recognize one.
    const port = running as unknown as ConstructorParameters<typeof BrowserMessageReader>[0];
    return connected({ reader: new BrowserMessageReader(port), writer: new BrowserMessageWriter(port) });
  };
  return new LanguageClient('skillwright', 'Skillwright', start, options);
}
