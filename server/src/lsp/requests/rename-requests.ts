import type { Connection, ResponseError, WorkspaceEdit } from 'vscode-languageserver';
import { isRenamedByEditor, prepareRename, type Renamed } from '../../features/navigation/prepare-rename.ts';
import { renameAt } from '../../features/navigation/rename-at.ts';
import { editsOfMove } from '../../features/rename/move-items.ts';
import { toRenameEdit } from '../../features/rename/rename-edit.ts';
import { toLspRange } from '../../features/text/lsp-range.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { FileEdit, LeftName, MoveParams } from '../../protocol.ts';
import { answerRequest } from '../answer-request.ts';
import type { ClientFacts } from '../client-facts.ts';
import { notify } from '../notify.ts';
import { isOnDisk, resourcePath } from '../resource-path.ts';
import { safely } from '../safely.ts';
import type { Catalogs } from '../state/catalogs.ts';
import type { FollowedTexts } from '../state/followed-texts.ts';
import { refused, toResponse } from '../to-response.ts';
import { type NavigationQuestion, navigationQuestion, sessionsAround } from './navigation-requests.ts';

/** Answers renames: of a name in a text, and of files in the editor's explorer. */
export function answerRenames(
  connection: Connection,
  followed: FollowedTexts,
  catalogs: Catalogs,
  files: FileSystem,
  client: () => ClientFacts,
): void {
  const prepared = async (asked: NavigationQuestion): Promise<Renamed | Refusal> => {
    const { subject, open, sessions, texts } = asked;
    if (client().knowsMarkdown && subject && (await isRenamedByEditor(subject, open, sessions, texts)))
      return { problem: 'The editor itself renames this, with the links to it' };
    return prepareRename(subject, open, sessions);
  };
  connection.onPrepareRename(({ textDocument, position }, token) =>
    safely('Preparing a rename', null, connection.console, token, async () => {
      const asked = await navigationQuestion(textDocument.uri, position, followed, catalogs, files);
      if (!asked) return null;
      const renamed = await prepared(asked);
      if ('problem' in renamed) return refused(renamed.problem);
      return { range: toLspRange(asked.open.document.lines, renamed.range), placeholder: renamed.name };
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }, token) =>
    safely<WorkspaceEdit | null | ResponseError<never>>('Renaming', null, connection.console, token, async () => {
      const asked = await navigationQuestion(textDocument.uri, position, followed, catalogs, files);
      if (!asked) return null;
      const { open, sessions, texts } = asked;
      const renamed = await prepared(asked);
      if ('problem' in renamed) return refused(renamed.problem);
      const around = { sessions, files, texts: texts.open, client: client(), onLeft: tellLeft };
      return toResponse(await renameAt(renamed, newName, open, around));
    }),
  );
  const tellLeft = (left: LeftName | undefined) => {
    if (left) void notify(connection, 'nameLeft', left);
  };
  const editsOf = async (renamed: MoveParams['moves']): Promise<FileEdit[]> => {
    const moved = renamed
      .filter(({ oldUri, newUri }) => isOnDisk(oldUri) && isOnDisk(newUri))
      .map(({ oldUri, newUri }) => ({ from: resourcePath(oldUri), to: resourcePath(newUri) }));
    const [first] = moved;
    if (!first) return [];
    const sessions = await sessionsAround(first.from, catalogs);
    const { files: edited, left } = await editsOfMove(moved, sessions, files, followed.inEditor);
    tellLeft(left);
    return edited.map(({ edit }) => edit);
  };
  connection.workspace.onWillRenameFiles(
    ({ files: renamed }, token) =>
      safely<WorkspaceEdit | null>('Updating what names a renamed file', null, connection.console, token, async () => {
        const edits = await editsOf(renamed);
        return edits.length === 0 ? null : toRenameEdit(edits, undefined, client());
      }) as Promise<WorkspaceEdit | null>,
  );
  answerRequest(connection, 'skillwright/moveEdits', [], ({ moves }) => editsOf(moves));
}
