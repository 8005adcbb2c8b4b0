import { Uri, WorkspaceEdit, window } from 'vscode';
import { applyAndSave } from '../../changes/change-texts.ts';
import { addFileEdit } from '../../changes/file-edits.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { inputBoxText, labelText, messageText } from '../../text/displayed-text.ts';

/** Gives a plugin a new version, in its manifest and where a marketplace repeats it. */
export async function raiseVersion(server: LanguageServer, changes: SkillChanges, uri: string): Promise<void> {
  const plugin = await server.request('skillwright/pluginVersion', { uri });
  const { name, version: current, next } = plugin;
  const other = 'Another Version…';
  const items = [
    ...next.map(({ step, version }) => ({ label: labelText(version), description: step, version })),
    { label: other, description: '', version: undefined },
  ];
  const title = `New Version of ${name}`;
  const placeHolder = current === null ? 'It has no version yet' : `The version is ${current}`;
  const chosen = await window.showQuickPick(items, { title: labelText(title), placeHolder: labelText(placeHolder) });
  if (!chosen) return;
  const version = chosen.version ?? (await askVersion(title, current ?? '0.1.0'));
  if (version === undefined) return;
  await changes.make(
    async () => {
      const files = await server.request('skillwright/bumpVersion', { uri, version });
      if (files.length === 0) throw new Error(`the version is ${version} already`);
      const edit = new WorkspaceEdit();
      for (const file of files) await addFileEdit(edit, file);
      return applyAndSave(edit, `raising the version of ${name}`);
    },
    messageText(`${name} is ${version} now`),
  );
  await changes.show(Uri.parse(uri));
}

async function askVersion(title: string, value: string): Promise<string | undefined> {
  const text = await window.showInputBox({
    title: labelText(title),
    value,
    prompt: inputBoxText('Major, minor and patch, such as 1.2.3'),
    ignoreFocusOut: true,
    validateInput: (typed) =>
      /^\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/.test(typed.trim()) ? undefined : 'Write a version such as 1.2.3',
  });
  return text?.trim();
}
