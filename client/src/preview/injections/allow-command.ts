import { Range, Uri, ViewColumn, WorkspaceEdit, window, workspace } from 'vscode';
import { addFileEdit } from '../../changes/file-edits.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';

/**
 * Adds the rules that a command lacks to `allowed-tools`, in the editor of the skill: its user reads, undoes and saves
 * the change there.
 */
export function allowCommand(
  server: LanguageServer,
  failures: FailureReporter,
  target: { readonly uri: Uri; readonly arguments: string },
  hash: string,
): Promise<void> {
  return failures.guard('Could not change `allowed-tools`', async () => {
    if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
    const params = { uri: target.uri.toString(), arguments: target.arguments, hash };
    const made = await server.request('skillwright/allowCommand', params);
    const edit = new WorkspaceEdit();
    await addFileEdit(edit, made, 'also-unsaved');
    if (!(await workspace.applyEdit(edit))) throw new Error('VS Code did not apply the change');
    const document = await workspace.openTextDocument(Uri.parse(made.uri));
    if (window.visibleTextEditors.some((editor) => editor.document === document)) return;
    const start = made.edits[0]?.range.start ?? { line: 0, character: 0 };
    const selection = new Range(start.line, start.character, start.line, start.character);
    await window.showTextDocument(document, { viewColumn: ViewColumn.One, preserveFocus: true, selection });
  });
}
