import type {
  Connection,
  DocumentSymbol,
  DocumentSymbolParams,
  FoldingRange,
  FoldingRangeParams,
} from 'vscode-languageserver';
import { documentSymbols } from '../../features/structure/document-symbols.ts';
import { foldingRanges } from '../../features/structure/folding-ranges.ts';
import type { ClientFacts } from '../client-facts.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import { aboutOpenFile } from './about-open-file.ts';

/** Answers what an editor asks about the structure of a document: its outline and what can be folded. */
export function answerStructure(connection: Connection, documents: OpenDocuments, client: () => ClientFacts): void {
  connection.onDocumentSymbol(
    aboutOpenFile<DocumentSymbolParams, DocumentSymbol[]>(connection, documents, 'The outline', [], ({ document }) =>
      documentSymbols(document, !client().knowsMarkdown),
    ),
  );
  connection.onFoldingRanges(
    aboutOpenFile<FoldingRangeParams, FoldingRange[]>(connection, documents, 'Folding', [], ({ document }) =>
      foldingRanges(document, !client().knowsMarkdown),
    ),
  );
}
