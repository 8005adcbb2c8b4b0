import {
  type CodeAction,
  CodeActionTriggerKind,
  type Connection,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
} from 'vscode-languageserver';
import { type ChosenAction, codeActions, resolveCodeAction } from '../../features/actions/code-actions.ts';
import type { ActionSurroundings } from '../../features/actions/offered-action.ts';
import { type FileToRun, makeExecutableCommand, showRulePageCommand } from '../../features/actions/quick-fixes.ts';
import { rulePage } from '../../features/check/documented-rules.ts';
import { fromLspRange } from '../../features/text/lsp-range.ts';
import { folderOf, isInside, join } from '../../platform/paths.ts';
import type { ClientFacts } from '../client-facts.ts';
import { safely } from '../safely.ts';
import type { FollowedTexts } from '../state/followed-texts.ts';
import type { OpenDocuments } from '../state/open-documents.ts';
import type { WorkspaceFolders } from '../state/workspace-folders.ts';
import type { Writers } from '../state/writers.ts';

/** How a file is made executable. */
interface Executables {
  /** Undefined where that is not possible at the moment. */
  make(): ((path: string) => Promise<void>) | undefined;
  /** The file is executable now. */
  made(path: string): void;
}

/** Answers requests for code actions and for the edit of the one that is chosen, and runs their commands. */
export function answerCodeActions(
  connection: Connection,
  documents: OpenDocuments,
  followed: FollowedTexts,
  folders: WorkspaceFolders,
  client: () => ClientFacts,
  around: ActionSurroundings,
  executables: Executables,
  writers: Pick<Writers, 'of'>,
): void {
  const textOf = async (uri: string) => {
    const checked = await documents.check(uri);
    const text = checked ? undefined : await followed.of(uri);
    return text ? { ...text, path: text.file.bases.path } : checked;
  };
  const abilitiesFor = (uri: string) => ({
    ...client(),
    makesExecutable: executables.make() !== undefined,
    findWriter: () => writers.of(uri),
  });
  connection.onCodeAction(({ textDocument, range, context }, token) =>
    safely('Finding code actions', [], connection.console, token, async () => {
      const open = await textOf(textDocument.uri);
      if (!open || token.isCancellationRequested) return [];
      return codeActions(
        open,
        {
          range: fromLspRange(open.document.lines, range),
          only: context.only,
          hasWorkspace: folders.all().length > 0,
          isInvoked: context.triggerKind === CodeActionTriggerKind.Invoked,
        },
        abilitiesFor(textDocument.uri),
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
          const open = await textOf(uri);
          const resolved = open && (await resolveCodeAction(action, open, abilitiesFor(uri), around));
          return resolved ?? new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed since');
        },
      ) as Promise<CodeAction>,
  );
  connection.onExecuteCommand(({ command, arguments: [first, second] = [] }, token) =>
    safely(command, null, connection.console, token, async () => {
      if (command === showRulePageCommand && typeof first === 'string')
        await connection.window.showDocument({ uri: rulePage(first), external: true });
      if (command === makeExecutableCommand && typeof first === 'string' && typeof second === 'string')
        await makeExecutable(first, second);
      return null;
    }),
  );

  async function makeExecutable(...[uri, path]: FileToRun): Promise<void> {
    const make = executables.make();
    const open = await documents.check(uri);
    // Only what a finding is about is changed, even if another program sends the command.
    const isFound = open?.findings.some(({ fixes = [] }) =>
      fixes.some(({ makesExecutable }) => makesExecutable === path),
    );
    if (!make || !open || !isFound) return;
    const folder = folderOf(open.file.path);
    const file = join(folder, path);
    try {
      if (!(await isReallyInside(file, folder))) throw new Error('it is a link to a file elsewhere');
      await make(file);
    } catch (error) {
      const message = `Could not make ${path} executable: ${messageOf(error)}`;
      await connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message });
    }
    executables.made(file);
  }

  async function isReallyInside(file: string, folder: string): Promise<boolean> {
    const [real, realFolder] = await Promise.all([around.files.realPath(file), around.files.realPath(folder)]);
    return real !== undefined && isInside(real, realFolder);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
