import {
  type CancellationToken,
  type Connection,
  type DocumentHighlight,
  type DocumentHighlightParams,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type FoldingRange,
  type FoldingRangeParams,
  type ResponseError,
  type SelectionRange,
  type SelectionRangeParams,
  type TextDocumentIdentifier,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver';
import type { OpenFile } from '../../features/check/open-file.ts';
import { documentHighlights } from '../../features/structure/document-highlights.ts';
import { documentSymbols } from '../../features/structure/document-symbols.ts';
import { foldingRanges } from '../../features/structure/folding-ranges.ts';
import { selectionRange } from '../../features/structure/selection-ranges.ts';
import { workspaceSymbols } from '../../features/structure/workspace-symbols.ts';
import type { ClientFacts } from '../client-facts.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { OpenDocuments } from '../state/open-documents.ts';

/** Answers what an editor asks about the structure of a document, and which skills and agents the workspace has. */
export function answerStructure(
  connection: Connection,
  documents: OpenDocuments,
  catalogs: Catalogs,
  client: () => ClientFacts,
): void {
  connection.onDocumentSymbol(
    aboutOpenFile<DocumentSymbolParams, DocumentSymbol[]>(connection, documents, 'The outline', [], ({ document }) =>
      documentSymbols(document, !client().knowsMarkdown),
    ),
  );
  connection.onFoldingRanges(
    aboutOpenFile<FoldingRangeParams, FoldingRange[]>(connection, documents, 'Folding', [], ({ document }) =>
      foldingRanges(document, !client().knowsMarkdown).slice(0, client().maxFolds),
    ),
  );
  connection.onSelectionRanges(
    aboutOpenFile<SelectionRangeParams, SelectionRange[] | null>(
      connection,
      documents,
      'Selecting',
      null,
      ({ document }, { positions }) =>
        positions.map((position) => selectionRange(document, document.lines.offsetAt(position))),
    ),
  );
  connection.onDocumentHighlight(
    aboutOpenFile<DocumentHighlightParams, DocumentHighlight[] | null>(
      connection,
      documents,
      'Highlighting what means the same',
      null,
      ({ document, file }, { position }) =>
        documentHighlights(document, document.lines.offsetAt(position), file.kind !== 'agent') ?? null,
    ),
  );
  connection.onRequest(WorkspaceSymbolRequest.type, ({ query }, token) =>
    safely('Finding skills', [], connection.console, token, async () => {
      const sessions = await catalogs.sessions();
      return workspaceSymbols(
        sessions.map(({ catalog }) => catalog),
        query,
      );
    }),
  );
}

/** Handles a request about one open document. */
type Handler<P, R> = (params: P, token: CancellationToken) => Promise<R | ResponseError<never>>;

/**
 * Answers requests about one open document: with `fallback` if it is not open, or the request fails.
 *
 * @param name the name of the request, for the log
 */
function aboutOpenFile<P extends { textDocument: TextDocumentIdentifier }, R>(
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
