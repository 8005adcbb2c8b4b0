import type { CompletionItem, CompletionParams, Connection } from 'vscode-languageserver';
import { completion } from '../../features/completion/completion.ts';
import type { ClientFacts } from '../client-facts.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import { aboutOpenFile } from './about-open-file.ts';

/** Answers `textDocument/completion`. */
export function answerCompletions(connection: Connection, documents: OpenDocuments, client: () => ClientFacts): void {
  connection.onCompletion(
    aboutOpenFile<CompletionParams, CompletionItem[]>(connection, documents, 'Completion', [], (open, { position }) =>
      completion(open, open.document.lines.offsetAt(position), client()),
    ),
  );
}
