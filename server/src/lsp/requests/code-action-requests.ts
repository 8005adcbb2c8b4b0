import type { Connection } from 'vscode-languageserver';
import { codeActions, showRulePageCommand } from '../../features/actions/code-actions.ts';
import { rulePage } from '../../features/check/rule-page.ts';
import { fromLspRange } from '../../features/text/lsp-range.ts';
import type { ClientFacts } from '../client-facts.ts';
import { safely } from '../safely.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { WorkspaceFolders } from '../state/workspace-folders.ts';

/** Answers `textDocument/codeAction`, and runs the commands of code actions. */
export function answerCodeActions(
  connection: Connection,
  documents: OpenDocuments,
  folders: WorkspaceFolders,
  client: () => ClientFacts,
): void {
  connection.onCodeAction(({ textDocument, range, context }, token) =>
    safely('Finding code actions', [], connection.console, token, async () => {
      const open = await documents.check(textDocument.uri);
      if (!open || token.isCancellationRequested) return [];
      return codeActions(
        open,
        { range: fromLspRange(open.document.lines, range), only: context.only, hasWorkspace: folders.all().length > 0 },
        client(),
      );
    }),
  );
  connection.onExecuteCommand(({ command, arguments: [rule] = [] }, token) =>
    safely(command, null, connection.console, token, async () => {
      if (command === showRulePageCommand && typeof rule === 'string')
        await connection.window.showDocument({ uri: rulePage(rule), external: true });
      return null;
    }),
  );
}
