import { type QuickPickItem, window } from 'vscode';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { labelText } from '../../text/displayed-text.ts';
import { chosenOrTyped } from '../../views/chosen-or-typed.ts';

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
    pick.title = 'Run with Another Model';
    pick.placeholder = `${current === undefined ? '' : `${labelText(current)} was used. `}Select a model, or type an id`;
    pick.onDidChangeValue((value) => show(value.trim()));
    pick.onDidAccept(() => {
      const model = chosenOrTyped(pick.selectedItems[0]?.model, pick.value.trim());
      if (model === '') return;
      resolve(model);
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
