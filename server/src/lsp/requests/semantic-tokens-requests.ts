import type { Connection } from 'vscode-languageserver';
import { semanticTokens, semanticTokensEdits } from '../../features/highlighting/semantic-tokens.ts';
import { fromLspRange } from '../../features/text/lsp-range.ts';
import { safely } from '../safely.ts';
import type { OpenDocuments } from '../state/open-documents.ts';

/** The last answer about a document. */
interface Answered {
  readonly resultId: string;
  readonly data: readonly number[];
}

const none = { data: [] };

/** Answers requests for semantic tokens: of a range, of a document, and for what changed in it since the last answer. */
export function answerSemanticTokens(connection: Connection, documents: OpenDocuments): void {
  const { semanticTokens: requests } = connection.languages;
  const answered = new Map<string, Answered>();
  documents.texts.onDidClose(({ document }) => answered.delete(document.uri));

  requests.on(({ textDocument: { uri } }, token) =>
    safely('Highlighting', none, connection.console, token, async () => (await answer(uri)) ?? none),
  );
  requests.onDelta(({ textDocument: { uri }, previousResultId }, token) =>
    safely('Highlighting', none, connection.console, token, async () => {
      const before = answered.get(uri);
      const now = await answer(uri);
      if (!now || before?.resultId !== previousResultId) return now ?? none;
      return { resultId: now.resultId, edits: semanticTokensEdits(before.data, now.data) };
    }),
  );
  requests.onRange(({ textDocument: { uri }, range }, token) =>
    safely('Highlighting', none, connection.console, token, async () => {
      const open = await documents.read(uri);
      return open ? { data: semanticTokens(open, fromLspRange(open.document.lines, range)) } : none;
    }),
  );

  async function answer(uri: string): Promise<{ resultId: string; data: number[] } | undefined> {
    const open = await documents.read(uri);
    if (!open) return undefined;
    const result = { resultId: open.resultId, data: semanticTokens(open) };
    answered.set(uri, result);
    return result;
  }
}
