import { type QuickPickItem, window } from 'vscode';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { labelText } from '../../text/displayed-text.ts';

type ModelPick = QuickPickItem & { readonly model: string };

/** Asks for a model: one with a short name, or any id that is typed. Undefined if the user cancels. */
export async function askModel(server: LanguageServer, current: string | undefined): Promise<string | undefined> {
  const models = (await server.request('skillwright/budget', {}))?.models ?? [];
  const known = models.map(({ name, label }): ModelPick => ({ label: name, description: label, model: name }));
  return new Promise((resolve) => {
    const pick = window.createQuickPick<ModelPick>();
    const show = (typed: string) => {
      const isNew = typed !== '' && !known.some(({ model }) => model === typed);
      const written: ModelPick = { label: labelText(typed), description: 'as typed', model: typed, alwaysShow: true };
      pick.items = isNew ? [...known, written] : known;
    };
    pick.title = current === undefined ? 'Run with Another Model' : `Run with Another Model Than ${current}`;
    pick.placeholder = 'Select a model, or type an id';
    pick.onDidChangeValue((value) => show(value.trim()));
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.model);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    show('');
    pick.show();
  });
}
