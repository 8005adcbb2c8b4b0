import { type Connection, LSPErrorCodes, ResponseError, type WorkspaceEdit } from 'vscode-languageserver';
import { prepareRename } from '../../features/navigation/prepare-rename.ts';
import { renameAt } from '../../features/navigation/rename-at.ts';
import { editsOfMove } from '../../features/rename/move-items.ts';
import { toRenameEdit } from '../../features/rename/rename-edit.ts';
import { toLspRange } from '../../features/text/lsp-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { ClientFacts } from '../client-facts.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import { toResponse } from '../to-response.ts';
import { askedAt, sessionsAround } from './navigation-requests.ts';

/** Answers renames: of a name in a text, and of files in the editor's explorer. */
export function answerRenames(
  connection: Connection,
  documents: OpenDocuments,
  catalogs: Catalogs,
  files: FileSystem,
  client: () => ClientFacts,
): void {
  connection.onPrepareRename(({ textDocument, position }, token) =>
    safely('Preparing a rename', null, connection.console, token, async () => {
      const asked = await askedAt(textDocument.uri, position, documents, catalogs, files);
      if (!asked) return null;
      const renamed = prepareRename(asked.subject, asked.open, asked.sessions);
      if ('error' in renamed) return refused(renamed.error);
      return { range: toLspRange(asked.open.document.lines, renamed.range), placeholder: renamed.name };
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }, token) =>
    safely<WorkspaceEdit | null | ResponseError<never>>('Renaming', null, connection.console, token, async () => {
      const asked = await askedAt(textDocument.uri, position, documents, catalogs, files);
      if (!asked) return null;
      const { open, subject, sessions, texts } = asked;
      const renamed = prepareRename(subject, open, sessions);
      if ('error' in renamed) return refused(renamed.error);
      return toResponse(
        await renameAt(renamed, newName, open, { sessions, files, texts: texts.open, client: client() }),
      );
    }),
  );
  connection.workspace.onWillRenameFiles(
    ({ files: renamed }, token) =>
      safely<WorkspaceEdit | null>('Updating what names a renamed file', null, connection.console, token, async () => {
        const moved = renamed
          .filter(({ oldUri, newUri }) => isOnDisk(oldUri) && isOnDisk(newUri))
          .map(({ oldUri, newUri }) => ({ from: resourcePath(oldUri), to: resourcePath(newUri) }));
        const [first] = moved;
        if (!first) return null;
        const sessions = await sessionsAround(first.from, catalogs);
        const edited = await editsOfMove(moved, sessions, files, (path) => documents.textAt(path));
        return edited.length === 0
          ? null
          : toRenameEdit(
              edited.map(({ edit }) => edit),
              undefined,
              client(),
            );
      }) as Promise<WorkspaceEdit | null>,
  );
}

function refused(message: string): ResponseError<never> {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}
