import type { CancellationToken, Connection, ResponseError, TextDocumentIdentifier } from 'vscode-languageserver';
import type { OpenFile } from '../../features/check/open-file.ts';
import { safely } from '../safely.ts';
import type { OpenDocuments } from '../state/open-documents.ts';

/** Handles a request about one open document. */
type Handler<P, R> = (params: P, token: CancellationToken) => Promise<R | ResponseError<never>>;

/**
 * Answers requests about one open document: with `fallback` if it is not open, or the request fails.
 *
 * @param name the name of the request, for the log
 */
export function aboutOpenFile<P extends { textDocument: TextDocumentIdentifier }, R>(
  connection: Connection,
  documents: OpenDocuments,
  name: string,
  fallback: R,
  compute: (open: OpenFile, params: P) => R,
): Handler<P, R> {
  return (params, token) =>
    safely(name, fallback, connection.console, token, async () => {
      const open = await documents.read(params.textDocument.uri);
      return open && !token.isCancellationRequested ? compute(open, params) : fallback;
    });
}
