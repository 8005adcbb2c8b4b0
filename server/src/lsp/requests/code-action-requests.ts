import { type CodeAction, type Connection, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { type ChosenAction, codeActions, resolveCodeAction } from '../../features/actions/code-actions.ts';
import type { ActionSurroundings } from '../../features/actions/offered-action.ts';
import { showRulePageCommand } from '../../features/actions/quick-fixes.ts';
import { rulePage } from '../../features/check/rule-page.ts';
import { fromLspRange } from '../../features/text/lsp-range.ts';
import type { ClientFacts } from '../client-facts.ts';
import { safely } from '../safely.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { WorkspaceFolders } from '../state/workspace-folders.ts';

/** Answers requests for code actions and for the edit of the one that is chosen, and runs their commands. */
export function answerCodeActions(
  connection: Connection,
  documents: OpenDocuments,
  folders: WorkspaceFolders,
  client: () => ClientFacts,
  around: ActionSurroundings,
): void {
  connection.onCodeAction(({ textDocument, range, context }, token) =>
    safely('Finding code actions', [], connection.console, token, async () => {
      const open = await documents.check(textDocument.uri);
      if (!open || token.isCancellationRequested) return [];
      return codeActions(
        open,
        { range: fromLspRange(open.document.lines, range), only: context.only, hasWorkspace: folders.all().length > 0 },
        client(),
        around,
      );
    }),
  );
  connection.onCodeActionResolve(
    (action, token) =>
      safely<CodeAction | ResponseError<never>>(
        'Applying a code action',
        action,
        connection.console,
        token,
        async () => {
          const { uri } = (action.data ?? {}) as Partial<ChosenAction>;
          // Editors also ask for the edit of an action that only runs a command.
          if (uri === undefined) return action;
          const open = await documents.check(uri);
          const resolved = open && (await resolveCodeAction(action, open, client(), around));
          return resolved ?? new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed since');
        },
      ) as Promise<CodeAction>,
  );
  connection.onExecuteCommand(({ command, arguments: [rule] = [] }, token) =>
    safely(command, null, connection.console, token, async () => {
      if (command === showRulePageCommand && typeof rule === 'string')
        await connection.window.showDocument({ uri: rulePage(rule), external: true });
      return null;
    }),
  );
}
