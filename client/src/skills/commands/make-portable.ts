import { type Disposable, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { addFileEdit } from '../../changes/file-edits.ts';
import { showInPreview } from '../../changes/show-in-preview.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { labelText, messageText } from '../../text/displayed-text.ts';

/** "Make Skill Portable…": changes a skill so that other products accept it, after a preview of the changes. */
export function registerMakePortable(server: LanguageServer, failures: FailureReporter): Disposable {
  return registerCommand('makePortable', (argument: unknown) =>
    failures.guard('Could not make the skill portable', async () => {
      const { file } = (argument ?? {}) as { readonly file?: unknown };
      const uri = typeof file === 'string' ? Uri.parse(file) : window.activeTextEditor?.document.uri;
      if (uri) await makePortable(server, uri);
    }),
  );
}

async function makePortable(server: LanguageServer, file: Uri): Promise<void> {
  const uri = file.toString();
  const known = await server.request('skillwright/portableTargets', { uri });
  const items = known.map(({ id, title, isChosen }) => ({ id, label: labelText(title), picked: isChosen }));
  const placeHolder = 'Which products should accept the skill?';
  const chosen = await window.showQuickPick(items, { title: 'Make Skill Portable', placeHolder, canPickMany: true });
  if (!chosen || chosen.length === 0) return;
  const made = await server.request('skillwright/makePortable', { uri, targets: chosen.map(({ id }) => id) });
  const titles = chosen.map(({ label }) => label).join(', ');
  if (made.edit) {
    const edit = new WorkspaceEdit();
    const label = `What ${titles} would not accept`;
    // Fields that only Claude Code reads are lost, so the user looks at every change.
    const isOnDisk = file.scheme !== 'untitled';
    await addFileEdit(edit, made.edit, 'also-unsaved', { label, needsConfirmation: !isOnDisk });
    if (isOnDisk) showInPreview(edit, file, label);
    await workspace.applyEdit(edit, { isRefactoring: true });
  }
  if (made.remaining.length > 0) {
    void window.showInformationMessage(messageText(`You still have to change: ${made.remaining.join('; ')}`));
  } else if (!made.edit) {
    void window.showInformationMessage(messageText(`${titles}: the skill is accepted as it is`));
  }
}
